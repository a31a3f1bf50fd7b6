import { verifyProof } from '@cardwright/verifier';
import { expect, it } from 'vitest';
import { waitForDecisionLog, waitForIndex } from '../../../testing/background-work.ts';
import { authorize, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { readRecordedRows } from './decision-batch-store.ts';

const server = fileServer();

it('seals messages that are read in several parts', async () => {
  const card = await issueCard(server, { available: '100.00' });
  const messages = Array.from({ length: 20 }, () =>
    ecommerceMessage(card, { Transaction_Amount_Cardholder_Billing: '000000000001', Note: 'x'.repeat(1_000_000) }),
  );
  for (const message of messages) await authorize(server, message);
  await waitForDecisionLog(server);
  const batches = await server.db.sql('select octet_length(leaves) / 32 as decisions from decision_batches');
  expect(batches).toEqual([{ decisions: 20 }]);
  const listed = 'select decided_at, message_key, account_id from listed_authorizations order by 1, 2, 3';
  const keys = (await server.db.sql<Record<'message_key' | 'account_id', string> & { decided_at: Date }>(listed)).map(
    (row) => ({ ...row, message_key: BigInt(row.message_key), account_id: BigInt(row.account_id) }),
  );
  const { rows, left } = await readRecordedRows(server.db.database, 'DEMO', keys);
  expect([rows.length, left]).toEqual([17, keys.slice(17)]);
  for (const message of [messages[0], messages[19]]) {
    const url = `/V2/authorizations/${message?.Retrieval_Reference_Number}/proof`;
    const { text, json } = await server.request({ method: 'GET', url, as: 'demo-bank' });
    const { checks } = await verifyProof(new TextEncoder().encode(text), { trustedKey: String(json.key) });
    expect(checks.find(({ name }) => name === 'INCLUSION')?.result).toBe('HOLDS');
  }
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
