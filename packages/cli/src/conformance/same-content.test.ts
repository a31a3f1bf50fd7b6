import { expect, it } from 'vitest';
import { haveSameContent } from './same-content.ts';

const FIRST = '{"header":{"msg_id":"A1","timestamp":"24/11/2026 04:22:54"},"body":{"name":"AMINA","count":1}}';

it.each([
  ['a second later', FIRST.replace(':54', ':55')],
  [
    'a second later, with another order and other escapes',
    '{"body":{"count":1,"name":"\\u0041MINA"},"header":{"\\u0074imestamp":"24/11/2026 04:22:55","msg_id":"A1"}}',
  ],
])('two equivalent responses, %s, have the same content', (_name, other) => {
  expect(haveSameContent(FIRST, other)).toBe(true);
});

it.each([
  ['another value', FIRST.replace('AMINA', 'AMIRA')],
  ['a number as a string', FIRST.replace('1}}', '"1"}}')],
  ['a missing member', FIRST.replace(',"count":1', '')],
  ['no JSON', 'AMINA'],
])('a response with %s has different content', (_name, other) => {
  expect(haveSameContent(FIRST, other)).toBe(false);
});
