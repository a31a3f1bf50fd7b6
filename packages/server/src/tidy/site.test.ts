import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesUnder, ROOT } from '../testing/source-tree.ts';

const load = (file: string) => import(pathToFileURL(join(ROOT, 'docs', '.vitepress', file)).href);

describe('the site of the documents', () => {
  it('has every document in its menu, so that readers find it without searching', async () => {
    const { SIDEBAR } = await load('sidebar.mjs');
    const groups: { items: { link: string }[] }[] = SIDEBAR;
    const links = groups.flatMap(({ items }) => items.map(({ link }) => link));
    // what the build makes of the SDK's sources is there or not
    const listed = links.filter((link) => !link.startsWith('/sdk-reference/')).map((link) => `docs${link}.md`);
    const pages = filesUnder('docs').filter((path) => path.endsWith('.md') && path !== 'docs/index.md');
    expect(listed.sort(), 'List it in docs/.vitepress/sidebar.mjs').toEqual(pages);
  });

  it('makes anchors as GitHub does, where readers of the repository follow the same links', async () => {
    const { anchorOf } = await load('anchors.mjs');
    const headings = [
      'Why was it declined?',
      '`Idempotency-Key` of a caller',
      '3. Your bank',
      'Docs and metrics',
      'ISO 8583:1987',
    ];
    expect(headings.map(anchorOf)).toEqual([
      'why-was-it-declined',
      'idempotency-key-of-a-caller',
      '3-your-bank',
      'docs-and-metrics',
      'iso-85831987',
    ]);
  });
});
