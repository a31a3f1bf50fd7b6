import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { findTopics } from './search-topics.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const { readPage } = await import(pathToFileURL(`${ROOT}scripts/documents/docs-pages.mjs`).href);
const titles = (typed: string) => findTopics(typed).map(({ title }) => title);

it.each([
  ['3DS', '3-D Secure: not included'],
  ['dispute', 'Disputes and chargebacks: not included'],
  ['chargebacks', 'Disputes and chargebacks: not included'],
  ['rate limit', 'Rate limits'],
  ['idempotency', 'Idempotency: repeated requests'],
  ['webhook signature', 'Verify the signature of a webhook'],
  ['test cards', 'Test cards and forced declines'],
  ['apple pay', 'Wallet tokens'],
])('a search for %s finds the topic: %s', (typed, title) => {
  expect(titles(typed)).toContain(title);
});

it('finds no topic for other searches', () => {
  for (const typed of ['', 'pi', 'card_identifier_id', '303', 'create card']) expect(titles(typed)).toEqual([]);
});

it('links only to pages and sections that exist', () => {
  const all = ['3ds', 'dispute', 'clearing', 'cvv', 'ledger', 'rate limit', 'idempotency', 'hmac', 'oauth', 'test card']
    .concat(['stand-in', 'wallet', 'freeze', 'velocity', 'cursor'])
    .flatMap(findTopics);
  const dangling = all.filter(({ address }) => {
    const [path = '', anchor] = address.replace('/guide/', '').split('#');
    if (!existsSync(`${ROOT}docs/${path}.md`)) return true;
    const { headings } = readPage(path) as { headings: { anchor: string }[] };
    return anchor !== undefined && !headings.some((heading) => heading.anchor === anchor);
  });
  expect(dangling).toEqual([]);
  expect(new Set(all.map(({ title }) => title)).size).toBe(15);
});
