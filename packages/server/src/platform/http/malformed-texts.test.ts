import { expect, it } from 'vitest';
import { OWN_PAGE } from '../../testing/callers/demo-sessions.ts';
import { findAcceptedTexts } from '../../testing/malformed-texts.ts';
import { testServer } from '../../testing/test-server.ts';

it('a text that is not well formed is refused at every door, in names, values, queries and paths', async () => {
  const server = await testServer();
  try {
    expect(await findAcceptedTexts(server, OWN_PAGE.origin)).toEqual([]);
  } finally {
    await server.close();
  }
});
