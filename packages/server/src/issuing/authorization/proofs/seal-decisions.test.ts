import { expect, it } from 'vitest';
import { waitForDecisionLog } from '../../../testing/background-work.ts';
import { authorize, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { fileServer } from '../../../testing/test-server.ts';

const MESSAGES = 101;

// The database ends a transaction of this server that is idle for a second.
const server = fileServer({ CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: '1500' });

it('seals a batch that its thread hashes for longer than a transaction may be idle', async () => {
  const card = await issueCard(server, { available: '100.00' });
  const members = Array.from({ length: 30_000 }, (_, at) => [`member-${at}`, { values: [at] }]);
  for (let sent = 0; sent < MESSAGES; sent += 1) {
    await authorize(server, ecommerceMessage(card, { Extension: Object.fromEntries(members) }));
  }
  await waitForDecisionLog(server);
  const batches = await server.db.sql('select octet_length(leaves) / 32 as decisions from decision_batches');
  expect(batches).toEqual([{ decisions: MESSAGES }]);
});
