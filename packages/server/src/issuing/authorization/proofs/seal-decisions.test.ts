import { expect, it } from 'vitest';
import { waitForDecisionLog, waitForIndex } from '../../../testing/background-work.ts';
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

it('seals the decisions of a bank while one of another bank cannot be read', async () => {
  const [broken, sealed] = [await issueCard(server), await issueCard(server, { as: 'other-bank' })];
  for (const card of [broken, sealed]) await authorize(server, ecommerceMessage(card));
  await server.db.sql("update authorizations set trace = '[' where bank_id = 'DEMO'");
  server.clock.advance(120_000);
  await waitForIndex(server);
  await expect(server.server.periodicJobs.runDue()).rejects.toThrow('JSON');
  const batches = "select octet_length(leaves) / 32 as decisions from decision_batches where bank_id = 'OTHR'";
  expect(await server.db.sql(batches)).toEqual([{ decisions: 1 }]);
});
