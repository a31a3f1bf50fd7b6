import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const { readPage, anchorOf } = await import(pathToFileURL(`${ROOT}scripts/documents/docs-pages.mjs`).href);
const names = readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.md') && !/(^|\/)(node_modules|sdk-reference)\//.test(file))
  .map((file) => file.slice(0, -'.md'.length));
const pages = new Map(names.map((name) => [name, readPage(name)]));

// biome-ignore lint/suspicious/noExplicitAny: the tree can have any shape
type Node = any;
const nodesIn = (nodes: Node[]): Node[] =>
  nodes.filter(Array.isArray).flatMap((node) => [node, ...nodesIn(node.slice(2))]);

describe('the documents at /docs/guide', () => {
  it('link only to pages and sections that exist', () => {
    const dangling = [...pages].flatMap(([name, { tree }]) =>
      nodesIn(tree)
        .filter(([tag, link]) => tag === 'a' && link !== 0 && (link.page !== undefined || link.hash !== undefined))
        .filter(([, { page = name, hash }]) => {
          const anchors: string[] | undefined = pages.get(page)?.headings.map(({ anchor }: Node) => anchor);
          return anchors === undefined || (hash !== undefined && !anchors.includes(hash));
        })
        .map(([, { page = '', hash = '' }]) => `${name} -> ${page}#${hash}`),
    );
    expect(dangling).toEqual([]);
    expect(pages.size).toBeGreaterThan(70);
  });

  it('link from an example to the page of its operation, which shows it', () => {
    const links = nodesIn(pages.get('interface/cards').tree).map(([, link]) => link.address);
    expect(links).toContain('/operations/cards.create-card?example=generated-number');
  });

  it('have the same anchors as on GitHub, because readers of the repository follow the same links', () => {
    const headings = ['Why was it declined?', '`Idempotency-Key` of a caller', '3. Your bank', 'ISO 8583:1987'];
    expect(headings.map(anchorOf)).toEqual([
      'why-was-it-declined',
      'idempotency-key-of-a-caller',
      '3-your-bank',
      'iso-85831987',
    ]);
  });

  it('contain only text, links and tables: no HTML, no comment of a tool', () => {
    const tags = new Set([...pages.values()].flatMap(({ tree }) => nodesIn(tree).map(([tag]) => tag)));
    expect([...tags].filter((tag) => /script|style|iframe|object|form|html/.test(tag))).toEqual([]);
    expect(JSON.stringify([...pages.values()].map(({ tree }) => tree))).not.toContain('<!-- operation');
  });
});
