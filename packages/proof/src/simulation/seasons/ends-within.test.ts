import { expect, it } from 'vitest';
import { endsWithin } from './ends-within.ts';

it('a season that never ends fails, and reports what it waited for', async () => {
  const never = new Promise(() => {});
  await expect(endsWithin('an answer to a message', never, 5)).rejects.toThrow(
    'a season does not end: an answer to a message took longer than 0.005 s',
  );
  expect(await endsWithin('an answer', Promise.resolve('00'))).toBe('00');
});
