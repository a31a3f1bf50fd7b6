import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RECEIVER_SNIPPET, SIGNATURE_SNIPPET } from './receiver-snippet.ts';

const readme = readFileSync(new URL('../../../../sdk/README.md', import.meta.url), 'utf8');

it('the code that verifies signatures equals that of the README, which its own tests run', () => {
  const examples = [...readme.matchAll(/```js[^\n]*\n(.*?)```/gs)].map(([, code]) => code);
  expect(examples).toContain(RECEIVER_SNIPPET);
  expect(examples).toContain(SIGNATURE_SNIPPET);
});
