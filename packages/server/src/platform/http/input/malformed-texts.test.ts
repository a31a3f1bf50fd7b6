import { expect, it } from 'vitest';
import { OWN_PAGE } from '../../../testing/callers/demo-sessions.ts';
import { findAcceptedTexts } from '../../../testing/malformed-texts.ts';
import { testServer } from '../../../testing/test-server.ts';

it('a malformed text is refused everywhere: in names, values, queries and paths', async () => {
  const server = await testServer();
  try {
    expect(await findAcceptedTexts(server, OWN_PAGE.origin)).toEqual([]);
  } finally {
    await server.close();
  }
});
