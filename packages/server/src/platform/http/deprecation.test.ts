import fastify from 'fastify';
import { expect, it } from 'vitest';
import { announceDeprecation } from './deprecation.ts';

async function headersOf(path: string) {
  const app = fastify();
  const replacement = 'docs/interface/cards.md#reissue' as const;
  app.get('/current', async () => ({}));
  app.get('/old', { onRequest: announceDeprecation({ since: '2027-01-31', replacement }) }, async () => ({}));
  app.get(
    '/ending',
    { onRequest: announceDeprecation({ since: '2027-01-31', sunset: '2027-08-01', replacement }) },
    async () => {
      throw new Error('failed');
    },
  );
  const { headers, statusCode } = await app.inject(path);
  const { deprecation, sunset, link } = headers;
  await app.close();
  return { statusCode, deprecation, sunset, link };
}
const LINK = '</docs/guide/interface/cards#reissue>; rel="deprecation"; type="text/html"';

it.each([
  ['/current', { statusCode: 200 }],
  ['/old', { statusCode: 200, deprecation: '@1801353600', link: LINK }],
  ['/ending', { statusCode: 500, deprecation: '@1801353600', sunset: 'Sun, 01 Aug 2027 00:00:00 GMT', link: LINK }],
])('GET %s announces its deprecation with success and failure', async (path, expected) => {
  const { statusCode, ...headers } = await headersOf(path);
  const present = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  expect({ statusCode, ...present }).toEqual(expected);
});
