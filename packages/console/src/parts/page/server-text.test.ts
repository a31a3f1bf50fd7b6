import { CardwrightError } from '@cardwright/sdk/browser';
import { expect, it } from 'vitest';
import { serverText } from './server-text.ts';

it('the text of an error is that of the server, without the parts that only a log needs', () => {
  const facts = { operation: 'cards.read', code: '215', text: 'No such card', requestId: 'SDK-1' } as const;
  expect(serverText(new CardwrightError(facts))).toBe('No such card');
  expect(serverText(new CardwrightError({ ...facts, requestId: undefined }))).toBe('No such card');
  expect(serverText(new Error('out of memory'))).toBe('out of memory');
});
