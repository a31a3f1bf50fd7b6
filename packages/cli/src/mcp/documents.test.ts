import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsOf, searchDocuments } from './documents.ts';

const PAGE = '/docs/guide/page';
const FIRST = `<!-- ${PAGE}.md -->\n# Rules\n\nOf the bank.\n\n## Cards\n\nAll.\n\n## Limits\n\nSome.\n`;
let pages = { tag: '"1"', text: FIRST };
const answers: number[] = [];
const server = createServer((request, response) => {
  const isKnown = request.headers['if-none-match'] === pages.tag;
  answers.push(isKnown ? 304 : 200);
  response.writeHead(isKnown ? 304 : 200, { etag: pages.tag }).end(isKnown ? undefined : pages.text);
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

it('documents are downloaded once, and again after the gateway changes them', async () => {
  const read = documentsOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const search = async (query: string) => (await searchDocuments(read, query)).map(({ title }) => title);
  expect(await search('rules')).toEqual(['Rules']);
  expect(await search('rules')).toEqual(['Rules']);
  pages = { tag: '"2"', text: FIRST.replace('# Rules', '# Roles') };
  expect(await search('roles')).toEqual(['Roles']);
  expect(answers).toEqual([200, 304, 200]);
});
