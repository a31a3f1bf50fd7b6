import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { OPERATIONS, type Operation, writeOpenApi } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { allFiles, ROOT, read } from './source-tree.ts';

const files = allFiles();
const markdown = files.filter((path) => path.endsWith('.md'));
const code = files.filter((path) => /\.(ts|mjs|js|sql|sh|yml)$/.test(path));

/** A path from the root to a document, optionally with an anchor; `#${...}` is built at run time. */
const DOCUMENT = /\b((?:docs\/[\w./-]+|README|CONTRIBUTING|SECURITY)\.md)(?:#([\w-]+))?/g;
const LINK = /\[[^\]]*\]\(([^()\s]+)\)/g;
const FENCED = /^ {0,3}(```+|~~~+)[^\n]*\n[\s\S]*?^ {0,3}\1[^\n]*$/gm;

const withoutCode = (text: string) => text.replace(FENCED, '');

/**
 * The anchors that GitHub makes for the headings of a document: lower case, hyphens for spaces, letters, digits,
 * hyphens and underscores unchanged, and a number after a repeated heading.
 */
function anchorsOf(path: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCode(read(path)).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const title = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = title.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-');
    let numbered = anchor;
    for (let again = 1; anchors.has(numbered); again++) numbered = `${anchor}-${again}`;
    anchors.add(numbered);
  }
  return anchors;
}

const known = new Map<string, ReadonlySet<string>>();

/** Whether the file of the repository, or the heading in the document, exists. */
function leadsSomewhere(path: string, anchor: string | undefined): boolean {
  if (!existsSync(join(ROOT, path))) return false;
  if (anchor === undefined || !path.endsWith('.md')) return true;
  const anchors = known.get(path) ?? anchorsOf(path);
  known.set(path, anchors);
  return anchors.has(anchor);
}

describe('every reference resolves', () => {
  it('from code to a document and its heading', () => {
    const dangling = code.flatMap((path) =>
      [...read(path).matchAll(DOCUMENT)]
        .filter(([, document = '', anchor]) => !leadsSomewhere(document, anchor))
        .map(([reference]) => `${path} -> ${reference}: name a heading that is there, or write it`),
    );
    expect(dangling, 'Name a page of docs/interface, and a heading on it').toEqual([]);
  });

  it('from a document to a file, a document or a heading', () => {
    const dangling = markdown.flatMap((path) =>
      [...withoutCode(read(path)).matchAll(LINK)]
        .map(([, target = '']) => target)
        .filter((target) => !/^(?:https?|mailto):/.test(target))
        .filter((target) => {
          const [file = '', anchor] = target.split('#');
          return !leadsSomewhere(file === '' ? path : posix.join(posix.dirname(path), file), anchor);
        })
        .map((target) => `${path} -> ${target}: name a file and a heading that are there`),
    );
    expect(dangling, 'Write where it is now, or the heading as it is now').toEqual([]);
  });

  it('from an operation to the section of the reference that holds its block', () => {
    const operations: readonly Operation[] = OPERATIONS;
    const elsewhere = operations
      .filter(({ id, reference }) => {
        const [page = '', anchor] = reference.split('#');
        return (
          anchor === undefined || !leadsSomewhere(page, anchor) || !read(page).includes(`<!-- operation: ${id} -->`)
        );
      })
      .map(({ id, reference }) => `${id}: ${reference}`);
    expect(elsewhere, 'Make `reference` the heading above its block').toEqual([]);
  });
});

describe('every reason is in the repository', () => {
  const OUTSIDE = /\b(?:spec|specification|decisions) §/i;

  it('no text refers to a paragraph of a document outside the repository', () => {
    const outside = [...code, ...markdown]
      .filter((path) => OUTSIDE.test(read(path)))
      .map((path) => `${path}: refer to a heading of docs/interface/ instead`);
    expect(outside, 'Refer to docs/interface/<page>.md#<heading>').toEqual([]);
  });

  it('the OpenAPI document has no such reference either', () => {
    expect(JSON.stringify(writeOpenApi('Gw')), 'Refer to docs/interface/<page>.md#<heading>').not.toContain('§');
  });
});
