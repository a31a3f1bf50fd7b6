import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { filesUnder, ROOT } from './source-tree.ts';

it('the contents of /docs list every document, so that readers find each without a search', async () => {
  const { MENU } = await import(pathToFileURL(join(ROOT, 'docs', 'menu.mjs')).href);
  const groups: { items: { link: string }[] }[] = MENU;
  const links = groups.flatMap(({ items }) => items.map(({ link }) => link));
  // The pages that the build generates from the SDK's sources may be missing.
  const linked = links.filter((link) => !link.startsWith('/sdk-reference/')).map((link) => `docs${link}.md`);
  const pages = filesUnder('docs').filter((path) => path.endsWith('.md') && path !== 'docs/index.md');
  expect(linked.sort(), 'List it in docs/menu.mjs').toEqual(pages);
});
