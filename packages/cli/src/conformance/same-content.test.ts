import { expect, it } from 'vitest';
import { haveSameContent } from './same-content.ts';

const FIRST = '{"header":{"msg_id":"A1","timestamp":"24/11/2026 04:22:54"},"body":{"name":"AMINA","count":1}}';

it.each([
  ['a second later', FIRST.replace(':54', ':55')],
  [
    'a second later, in an order and with escapes of its own',
    '{"body":{"count":1,"name":"\\u0041MINA"},"header":{"\\u0074imestamp":"24/11/2026 04:22:55","msg_id":"A1"}}',
  ],
])('the same answer, %s, has the same content', (_name, other) => {
  expect(haveSameContent(FIRST, other)).toBe(true);
});

it.each([
  ['another value', FIRST.replace('AMINA', 'AMIRA')],
  ['a number as text', FIRST.replace('1}}', '"1"}}')],
  ['a member less', FIRST.replace(',"count":1', '')],
  ['no JSON', 'AMINA'],
])('an answer with %s has another content', (_name, other) => {
  expect(haveSameContent(FIRST, other)).toBe(false);
});
