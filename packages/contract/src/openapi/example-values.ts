/** EXID of all examples in the documents. EXIDs are random, so no sandbox has this one. */
export const EXAMPLE_EXID = '9000000000000000001';

/**
 * Values for the placeholders of the published examples (packages/contract/examples/README.md). They have the right
 * form, and are those of the sandbox if it has them, so that a request can be tried without changes.
 */
const VALUES: Readonly<Record<string, string>> = {
  token: 'an-access-token',
  'access-token': 'an-access-token',
  'account-number': '001000000001',
  exid: EXAMPLE_EXID,
  'masked-card-number': '400000XXXXXX0018',
  'approval-code': '482913',
  'answer-id': 'A1B2C3D4E5F6',
  'chain-hash': '9f2c'.repeat(16),
  'check-id': '9f2c'.repeat(16),
  'chain-number': '12034',
  'sealing-time': '2026-11-20T08:00:01.000Z',
  cursor: '1795161600000-42',
  'request-id': 'AUTO-0123456789ABCDEF0123',
  'webhook-secret': `whsec_${'A'.repeat(43)}=`,
  signature: '9f2c'.repeat(32),
  stream: 'token:5f0c1c9e-2a4b-4d57-8f0e-3b6a9d1c7e20',
};
const ANY_ID = '5f0c1c9e-2a4b-4d57-8f0e-3b6a9d1c7e20';
const SOME_COUNT = '42';
const SOME_MILLISECONDS = '12';

/** Fills in the placeholders of an example. */
export function fillExample(text: string): string {
  return text
    .replace(/"<milliseconds>"/g, SOME_MILLISECONDS)
    .replace(/"<count>"/g, SOME_COUNT)
    .replace(/<([a-z-]+)(:[\w-]+)?>/g, (_whole, kind: string) => VALUES[kind] ?? ANY_ID);
}
