import { buildServer } from '@cardwright/server/program';
import { expect, it } from 'vitest';
import { createLogger } from '../../platform/http/request-log.ts';
import { act } from '../../testing/cards/tokens.ts';
import { testSettings } from '../../testing/database/seeded-database.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();

interface ListItem {
  cards: { exid: string }[];
  tokens: { exid: string; token_reference: string; token_state: string }[];
}

const fixtures = async () =>
  (await server.request({ method: 'GET', url: '/sandbox/fixtures' })).json as unknown as ListItem;

/** Starts a second server on the same database. */
async function startAgain(): Promise<void> {
  const again = await buildServer({
    settings: testSettings(server.dataDir),
    connection: server.db.connection,
    logger: createLogger('silent'),
    publicUrl: () => 'http://again.test',
    clock: server.clock,
  });
  await again.close();
}

it('the first card of the sandbox has an active token, which can be read under its reference', async () => {
  const { cards, tokens } = await fixtures();
  expect(tokens).toEqual([
    {
      exid: cards[0]!.exid,
      token_reference: expect.stringMatching(/^[\da-f-]{36}$/),
      token_state: 'ACTIVE',
      requestor_id: '4000000001',
      requestor_name: 'Demo Wallet',
      device_type: 'PHONE',
    },
  ]);
  const url = `/V2/tokens/${tokens[0]!.token_reference}`;
  const { json } = await server.request({ method: 'GET', url, as: 'demo-bank' });
  expect(json).toMatchObject({ card_identifier_id: cards[0]!.exid, token_state: 'ACTIVE' });
});

it('another start makes no other token and does not change this one', async () => {
  const [token] = (await fixtures()).tokens;
  await act(server, token!.token_reference, 'suspend');
  await startAgain();
  expect((await fixtures()).tokens).toEqual([{ ...token!, token_state: 'SUSPENDED' }]);
  await act(server, token!.token_reference, 'delete');
  await startAgain();
  expect((await fixtures()).tokens).toEqual([]);
});
