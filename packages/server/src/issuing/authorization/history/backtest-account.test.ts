import { describe, expect, it } from 'vitest';
import { addCard, type IssuedCard, issueAccount } from '../../../testing/cards/issued-cards.ts';
import {
  backtest as backtestOf,
  checkRandomBacktest,
  issueFamily as issueCards,
  restrictCard,
  spend as spendWith,
  update as updateOf,
} from '../../../testing/decisions/backtests.ts';
import { type Answer, fileServer, TEST_NOW } from '../../../testing/test-server.ts';

const server = fileServer();

const backtest = (accountNumber: string, body?: object, as?: string) => backtestOf(server, accountNumber, body, as);
const update = (card: IssuedCard, cardSettings: Record<string, string>) => updateOf(server, card, cardSettings);
const spend = (card: IssuedCard, minor: number, fields?: Record<string, unknown>) =>
  spendWith(server, card, minor, fields);
const issueFamily = (cards: number, available: string) => issueCards(server, cards, available);

it('a backtest without a proposal reproduces 300 random decisions bit for bit, with changes of settings, restrictions, funds and time in between', () =>
  checkRandomBacktest(server, { bursts: 15, rules: 3 }));

describe('a backtest of other settings', () => {
  interface ChangedDecision {
    retrieval_reference_number: string;
    was: { action_code: string; rule: string };
    would_be: { action_code: string; rule: string };
    why: { rule: string; verdict: string; saw: Record<string, unknown> };
  }
  const changesOf = (answer: Answer) => answer.json.changes as unknown as ChangedDecision[];
  const references = (answers: readonly Answer[]) => answers.map(({ json }) => json.Retrieval_Reference_Number);

  it('updates the counters with its own decisions: three of five payments fit a proposed limit', async () => {
    const { accountNumber, cards } = await issueFamily(1, '1000.00');
    const answers: Answer[] = [];
    for (const minor of [4_000, 4_000, 3_000, 2_000, 1_000]) answers.push(await spend(cards[0]!, minor));
    const answer = await backtest(accountNumber, { cardSettings: { dailyLimit: '100.00' } });
    expect(answer.json).toMatchObject({
      account_number: accountNumber,
      currency: 'AED',
      decisions: 5,
      // the first two saw another limit, so their traces differ
      identical: 0,
      changed: 2,
      approved: { was: { count: 5, amount: '140.00' }, would_be: { count: 3, amount: '100.00' } },
    });
    expect(changesOf(answer)).toMatchObject([
      {
        retrieval_reference_number: references(answers)[2],
        amount: '30.00',
        card_identifier_id: cards[0]!.exid,
        was: { action_code: '00', rule: 'APPROVED' },
        would_be: { action_code: '61', rule: 'DAILY_LIMIT' },
        why: {
          rule: 'DAILY_LIMIT',
          verdict: 'REFUSE',
          saw: { limit: '10000', counter_before: '8000', counter_after: '11000' },
        },
      },
      {
        retrieval_reference_number: references(answers)[4],
        would_be: { rule: 'DAILY_LIMIT' },
        why: { saw: { counter_before: '10000', counter_after: '11000' } },
      },
    ]);
  });

  it('finds payments that would have been approved, and names the rule that declined them then', async () => {
    const { accountNumber, cards } = await issueFamily(1, '1000.00');
    await update(cards[0]!, { ecomStatus: 'OFF' });
    await spend(cards[0]!, 2_500);
    const answer = await backtest(accountNumber, { cardSettings: { ecomStatus: 'ON' } });
    expect(changesOf(answer)).toMatchObject([
      {
        was: { action_code: '57', rule: 'ECOM_OFF' },
        would_be: { action_code: '00', rule: 'APPROVED' },
        why: { rule: 'SWITCHES', verdict: 'PASS', saw: { states: 'ecom:ON' } },
      },
    ]);
  });

  it('keeps proposed settings in force despite later changes of them; other settings follow the real changes', async () => {
    const { accountNumber, cards } = await issueFamily(1, '1000.00');
    await spend(cards[0]!, 1_000);
    await update(cards[0]!, { ecomOnUntil: '2027-01-01T00:00:00.000+04:00' });
    await update(cards[0]!, { ecomStatus: 'ON', dailyLimit: '15.00' });
    await restrictCard(server, cards[0]!, { restriction_type: 'ECOM', isAllowed: true });
    await spend(cards[0]!, 1_000);
    const off = await backtest(accountNumber, { cardSettings: { ecomStatus: 'OFF' } });
    expect(changesOf(off).map(({ would_be }) => would_be.rule)).toEqual(['ECOM_OFF', 'ECOM_OFF']);
    const report = await backtest(accountNumber, {
      restrictions: [{ restriction_type: 'ECOM', isAllowed: false }],
    });
    expect(changesOf(report).map(({ would_be }) => would_be.rule)).toEqual(['RESTRICTED_ECOM', 'RESTRICTED_ECOM']);
    // without the first approval, the second payment would be within the limit that was set in between
    const small = await backtest(accountNumber, { cardSettings: { cardNotPresentTransactionLimit: '9.99' } });
    expect(changesOf(small).map(({ was, would_be }) => `${was.rule} ${would_be.rule}`)).toEqual([
      'APPROVED CNP_TRANSACTION_LIMIT',
      'DAILY_LIMIT CNP_TRANSACTION_LIMIT',
    ]);
  });

  it('spends a proposed ON_FOR_ONE once, and returns nothing for a payment that it declines', async () => {
    const { accountNumber, cards } = await issueFamily(1, '50.00');
    const [first] = [await spend(cards[0]!, 4_000), await spend(cards[0]!, 1_000)];
    const reversal = `/V2/authorizations/${first.json.Retrieval_Reference_Number}/reversal`;
    await server.request({ method: 'POST', url: reversal, as: 'demo-bank', payload: {} });
    await spend(cards[0]!, 4_000);
    const switchReport = await backtest(accountNumber, { cardSettings: { masterStatus: 'ON_FOR_ONE' } });
    expect(changesOf(switchReport).map(({ would_be }) => would_be.rule)).toEqual(['MASTER_OFF', 'MASTER_OFF']);
    // the reversed payment is declined: its 40.00 is never reserved, so it is not returned either
    const limitReport = await backtest(accountNumber, { cardSettings: { limit3: '39.99' } });
    expect(changesOf(limitReport).map(({ would_be }) => would_be.rule)).toEqual(['LIMIT3', 'LIMIT3']);
    expect(changesOf(limitReport)[1]!.why.saw).toEqual({
      limit: '3999',
      counter_before: '1000',
      counter_after: '5000',
    });
  });

  it('restricts one card of an account or all of them, even one that was added later', async () => {
    const account = await issueAccount(server, { available: '1000.00' });
    const one = await addCard(server, account);
    const other = await addCard(server, account);
    await spend(one, 1_000);
    await spend(other, 1_000);
    const later = await addCard(server, account);
    await spend(later, 1_000);
    const restriction = { restriction_type: 'ANY', isAllowed: false };
    const all = await backtest(account.accountNumber, { restrictions: [restriction] });
    expect(all.json).toMatchObject({ changed: 3 });
    const single = await backtest(account.accountNumber, {
      restrictions: [{ ...restriction, card_identifier_id: other.exid }],
    });
    expect(single.json.changes).toMatchObject([
      { card_identifier_id: other.exid, would_be: { rule: 'RESTRICTED_ANY' } },
    ]);
  });

  it('counts and lists the requested days, in the time zone of the bank, on the state that earlier days left', async () => {
    server.clock.set('2026-11-25T19:59:59.999Z');
    const { accountNumber, cards } = await issueFamily(1, '1000.00');
    await spend(cards[0]!, 1_000);
    server.clock.set('2026-11-25T20:00:00.000Z');
    await spend(cards[0]!, 2_000);
    server.clock.set('2026-11-26T20:00:00.000Z');
    await spend(cards[0]!, 3_000);
    const proposal = { cardSettings: { monthlyLimit: '25.00' } };
    const day = await backtest(accountNumber, { ...proposal, from: '2026-11-26', until: '2026-11-26' });
    expect(day.json).toMatchObject({
      decisions: 1,
      approved: { was: { amount: '20.00' }, would_be: { amount: '0.00' } },
    });
    expect(changesOf(day)[0]!.why.saw).toMatchObject({ counter_before: '1000', counter_after: '3000' });
    expect((await backtest(accountNumber, { until: '2026-11-25' })).json).toMatchObject({ decisions: 1, identical: 1 });
    expect((await backtest(accountNumber, { from: '2026-11-28' })).json).toMatchObject({ decisions: 0, changed: 0 });
    server.clock.set(TEST_NOW);
  });

  it('changes nothing', async () => {
    const { accountNumber, cards } = await issueFamily(1, '1000.00');
    await spend(cards[0]!, 1_000);
    const read = async () =>
      Promise.all(
        ['accounts', 'account_settings', 'account_changes', 'authorizations', 'cards', 'card_restrictions'].map(
          (table) => server.db.sql(`select md5(string_agg(t::text, '' order by t::text)) from ${table} t`),
        ),
      );
    const before = await read();
    await backtest(accountNumber, {
      cardSettings: { masterStatus: 'OFF' },
      restrictions: [{ restriction_type: 'ANY' }],
    });
    expect(await read()).toEqual(before);
  });

  it('reports every fault of the proposal at once', async () => {
    const { accountNumber } = await issueFamily(1, '1000.00');
    const answer = await backtest(accountNumber, {
      cardSettings: { dailyLimit: '1.001', cardPresentAllowSpecificForeignCountries: 'XX', ecomStatus: 'ON_UNTIL' },
      restrictions: [{ restriction_type: 'ECOM', allowed_values: 'AE' }],
    });
    expect(answer.status).toBe(400);
    expect((answer.json.errors as { path: string; code: string }[]).map(({ path, code }) => `${code} ${path}`)).toEqual(
      [
        '105 cardSettings.dailyLimit',
        '106 cardSettings.cardPresentAllowSpecificForeignCountries',
        '103 cardSettings.ecomOnUntil',
        '106 restrictions[0].allowed_values',
      ],
    );
  });

  it.each([
    [{ from: '2026-11-21', until: '2026-11-20' }, 400, '106'],
    [{ from: '2026-02-30' }, 400, '105'],
    [{ restrictions: [{ restriction_type: 'ANY', card_identifier_id: '9000000000000000001' }] }, 404, '303'],
  ])('refuses %j', async (body, status, code) => {
    const { accountNumber } = await issueFamily(1, '1000.00');
    const answer = await backtest(accountNumber, body);
    expect([answer.status, answer.json.error_code]).toEqual([status, code]);
  });

  it("gives the same response for another bank's account and to a network as for a missing account", async () => {
    const { accountNumber } = await issueFamily(1, '1000.00');
    const missing = await backtest('001999999999');
    expect(missing.json).toMatchObject({ status: 404, error_code: '302' });
    expect((await backtest(accountNumber, {}, 'other-bank')).text).toBe(missing.text);
    expect((await backtest(accountNumber, {}, 'reading-network')).text).toBe(missing.text);
  });
});
