import { expect, it } from 'vitest';
import { issueCard } from '../../testing/cards/issued-cards.ts';
import { backtest, spend } from '../../testing/decisions/backtests.ts';
import { backtestBank } from '../../testing/decisions/bank-backtests.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
// the copies are not sent one by one, because that takes a minute
const copyDecision = (accountNumber: string, count: number) =>
  server.db.sql(
    `insert into authorizations
     select (jsonb_populate_record(z, jsonb_build_object('message_key', z.message_key + n))).*
       from authorizations z join accounts a using (account_id) cross join generate_series(1, $2) n
      where a.account_number = $1`,
    [accountNumber, count],
  );
const ofAccount = 'account_id = (select account_id from accounts where account_number = $1)';

it('a backtest of a bank decides messages again that are larger together than the memory of its thread', async () => {
  const card = await issueCard(server, { available: '10.00' });
  expect((await spend(server, card, 2_000)).json.Action_Code).toBe('51');
  await copyDecision(card.accountNumber, 400);
  // a letter outside of Latin-1 doubles the memory of a text
  await server.db.sql(
    `update authorizations set message = left(message, -1) || ',"Note":"\u0627' || repeat('x', 1000000) || '"}' where ${ofAccount}`,
    [card.accountNumber],
  );
  const proposal = { cardSettings: { cardNotPresentTransactionLimit: '15.00' } };
  const run = await backtestBank(server, { proposal, accounts: [card.accountNumber] });
  expect(run.failure).toBeUndefined();
  expect(run.result).toMatchObject({ decisions: 401, changed: 401, by_merchant: [{ merchant: 'SHOP00000000001' }] });
  // searching them for card numbers would take a minute
  await server.db.sql(`delete from authorizations where ${ofAccount}`, [card.accountNumber]);
}, 60_000);

it('a backtest of an account decides more declines of one moment again than one statement reads, and large ones', async () => {
  const card = await issueCard(server, { available: '10.00' });
  await spend(server, card, 2_000);
  await copyDecision(card.accountNumber, 4_500);
  const large = await issueCard(server, { available: '10.00' });
  await spend(server, large, 900, { Note: '\u0627'.repeat(20_000) });
  const { json } = await backtest(server, card.accountNumber);
  expect(json).toMatchObject({ decisions: 4_501, identical: 4_501 });
  expect((await backtest(server, large.accountNumber)).json).toMatchObject({ decisions: 1, identical: 1 });
}, 60_000);
