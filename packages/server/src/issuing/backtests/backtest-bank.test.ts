import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@cardwright/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { issueCard } from '../../testing/cards/issued-cards.ts';
import { restrictCard, spend, update } from '../../testing/decisions/backtests.ts';
import {
  backtestBank,
  expectNoDifference,
  readBacktestRun,
  requestBacktest,
} from '../../testing/decisions/bank-backtests.ts';
import { putInForce, writeRule } from '../../testing/decisions/bank-rules.ts';
import { fileServer, TEST_NOW } from '../../testing/test-server.ts';

const server = fileServer();
beforeEach(() => server.clock.set(TEST_NOW));

const cancel = (id: unknown, as = 'demo-bank') => server.request({ method: 'DELETE', url: `/V2/backtests/${id}`, as });
const differences = (id: unknown, query = '', as = 'demo-bank') =>
  server.request({ method: 'GET', url: `/V2/backtests/${id}/differences${query}`, as });
const sum = (count: number, amount: string) => ({ count, amount });
const ONE_DAY = 86_400_000;

describe('a backtest of a bank', () => {
  it('counts changed decisions exactly, by rule, merchant and day, and lists each of them', async () => {
    const first = await issueCard(server, { available: '1000.00' });
    const second = await issueCard(server, { available: '1000.00' });
    const shop = { Card_Acceptor_Identification_Code: 'SHOP00000000001' };
    const other = { Card_Acceptor_Identification_Code: 'SHOP00000000002' };
    await spend(server, first, 10_000, shop);
    await spend(server, first, 3_000, shop);
    await restrictCard(server, second, { restriction_type: 'ECOM', isAllowed: false });
    const refused = await spend(server, second, 2_000, other);
    expect(refused.json.Action_Code).toBe('62');
    server.clock.advance(ONE_DAY);
    await spend(server, first, 20_000, other);
    await update(server, first, { ecomStatus: 'ON_FOR_ONE' });
    await spend(server, first, 100, shop);
    const accounts = [first.accountNumber, second.accountNumber];
    const proposal = {
      cardSettings: { cardNotPresentTransactionLimit: '50.00' },
      restrictions: [{ restriction_type: 'ECOM', isAllowed: true }],
    };
    const run = await backtestBank(server, { proposal, accounts });
    expect(run).toMatchObject({ done: 5, total: 5, accounts, proposal, asked_by: 'demo-bank' });
    const none = sum(0, '0.00');
    const declined = { action_code: '61', rule: 'CNP_TRANSACTION_LIMIT' };
    expect(run.result).toEqual({
      accounts: 2,
      accounts_refused: 0,
      decisions: 5,
      identical: 0,
      changed: 3,
      not_replayed: 0,
      other_rule_version: 0,
      approved: [{ currency: 'AED', was: sum(4, '331.00'), would_be: sum(3, '51.00') }],
      by_rule: [
        { was: { action_code: '00', rule: 'APPROVED' }, would_be: declined, currency: 'AED', ...sum(2, '300.00') },
        {
          was: { action_code: '62', rule: refused.json.Additional_Response_Data },
          would_be: { action_code: '00', rule: 'APPROVED' },
          currency: 'AED',
          ...sum(1, '20.00'),
        },
      ],
      by_merchant: [
        {
          merchant: 'SHOP00000000002',
          merchant_name_location: expect.any(String),
          mcc: expect.any(String),
          currency: 'AED',
          newly_declined: sum(1, '200.00'),
          newly_approved: sum(1, '20.00'),
          otherwise_declined: 0,
        },
        {
          merchant: 'SHOP00000000001',
          merchant_name_location: expect.any(String),
          mcc: expect.any(String),
          currency: 'AED',
          newly_declined: sum(1, '100.00'),
          newly_approved: none,
          otherwise_declined: 0,
        },
      ],
      by_day: [
        {
          day: '2026-11-20',
          decisions: 3,
          changed: 2,
          currency: 'AED',
          newly_declined: sum(1, '100.00'),
          newly_approved: sum(1, '20.00'),
          otherwise_declined: 0,
        },
        {
          day: '2026-11-21',
          decisions: 2,
          changed: 1,
          currency: 'AED',
          newly_declined: sum(1, '200.00'),
          newly_approved: none,
          otherwise_declined: 0,
        },
      ],
      differences_kept: 3,
    });
    const page = await differences(run.backtest_id, '?limit=1');
    expect(page.json.items).toMatchObject([
      { account_number: first.accountNumber, card_identifier_id: first.exid, amount: '200.00', would_be: declined },
    ]);
    const rest = await differences(run.backtest_id, `?cursor=${page.json.next}`);
    expect(rest.json).toMatchObject({ items: [{}, {}], next: null });
  });

  it('replays only the decisions of its period, from the state before it, and changes no unaffected one', async () => {
    const card = await issueCard(server, { available: '100.00' });
    await update(server, card, { ecomStatus: 'ON_FOR_ONE', monthlyLimit: '90.00' });
    await spend(server, card, 6_000);
    await spend(server, card, 100);
    server.clock.advance(ONE_DAY);
    const from = server.clock.now().toISOString();
    await update(server, card, { ecomStatus: 'ON' });
    await spend(server, card, 3_000);
    await spend(server, card, 3_000);
    const accounts = [card.accountNumber];
    const same = await backtestBank(server, { from, proposal: {}, accounts });
    expect(same.result).toMatchObject({ decisions: 2, identical: 2, changed: 0 });
    // 60.00 of the 90.00 was spent the day before
    const less = await backtestBank(server, { from, proposal: { cardSettings: { monthlyLimit: '80.00' } }, accounts });
    expect(less.result).toMatchObject({
      decisions: 2,
      changed: 1,
      approved: [{ was: { count: 1 }, would_be: { count: 0 } }],
    });
    expect(await expectNoDifference(server)).toBeGreaterThan(3);
  });

  it('decides with proposed entries of merchant lists, for past and proposed rules, even for a new list', async () => {
    const card = await issueCard(server, { available: '1000.00' });
    const list = { kind: 'mcc', entries: ['7994'] };
    await server.request({ method: 'PUT', url: '/V2/merchant-lists/arcades', as: 'demo-bank', payload: list });
    const { id } = await writeRule(server, { field: 'mcc', op: 'inList', value: 'arcades' }, { name: 'NO_ARCADES' });
    await putInForce(server, id);
    const at = (mcc: string) => spend(server, card, 1_000, { Merchant_Type: mcc });
    expect((await at('7994')).json.Action_Code).toBe('57');
    expect((await at('7995')).json.Action_Code).toBe('00');
    const accounts = [card.accountNumber];
    const arcades = { name: 'arcades', kind: 'mcc', entries: ['7995'] };
    const approved = { action_code: '00', rule: 'APPROVED' };
    const declined = { action_code: '57', rule: 'NO_ARCADES' };
    const ofRules = (run: { result?: unknown }) =>
      (run.result as { by_rule: object[] }).by_rule.map((one) => ({ ...one, currency: undefined, amount: undefined }));
    expect(ofRules(await backtestBank(server, { proposal: { merchantLists: [arcades] }, accounts }))).toEqual([
      { was: declined, would_be: approved, count: 1 },
      { was: approved, would_be: declined, count: 1 },
    ]);
    const rule = { name: 'NO_SHOPS', effect: '05', condition: { field: 'mcc', op: 'inList', value: 'shops' } };
    const proposal = { rules: [rule], merchantLists: [{ ...arcades, name: 'shops' }] };
    expect(ofRules(await backtestBank(server, { proposal, accounts }))).toEqual([
      { was: approved, would_be: { action_code: '05', rule: 'NO_SHOPS' }, count: 1 },
    ]);
    const wrong = await requestBacktest(server, { proposal: { merchantLists: [{ ...arcades, entries: ['799'] }] } });
    expect(wrong.json.errors).toMatchObject([{ path: 'proposal.merchantLists[0].entries[0]' }]);
  });

  it('ends when it is cancelled, and then does not change', async () => {
    const answer = await requestBacktest(server, { proposal: {} });
    expect(answer.json).toMatchObject({ state: 'WAITING', done: 0, total: null, ended_at: null });
    const ended = { state: 'CANCELLED', ended_at: '2026-11-20T08:00:00.000Z' };
    expect((await cancel(answer.json.backtest_id)).json).toEqual({
      backtest_id: answer.json.backtest_id,
      state: 'CANCELLED',
    });
    await server.server.backtestsIdle();
    expect((await readBacktestRun(server, answer.json.backtest_id)).json).toMatchObject(ended);
    const done = await backtestBank(server, { proposal: {} });
    expect((await cancel(done.backtest_id)).json).toEqual({ backtest_id: done.backtest_id, state: 'DONE' });
    expect((await readBacktestRun(server, done.backtest_id)).json).toEqual(done);
  });

  it('is resumed by another server after a crash, and fails after the third crash', async () => {
    const waitForAttempts = async (attempts: number) => {
      const { json } = await requestBacktest(server, { proposal: {} });
      await server.db.sql(
        `update backtests set state = 'RUNNING', lease = $2, attempts = $3, leased_until = now() - interval '1 second'
          where backtest_id = $1`,
        [json.backtest_id, randomUUID(), attempts],
      );
      await server.server.backtestsIdle();
      return (await readBacktestRun(server, json.backtest_id)).json;
    };
    expect(await waitForAttempts(2)).toMatchObject({ state: 'DONE' });
    expect(await waitForAttempts(3)).toMatchObject({
      state: 'FAILED',
      failure: 'no server could complete it: see the logs of the servers',
    });
  });

  it('replaces the oldest of a hundred ended runs and its differences', async () => {
    await server.db.sql(
      `insert into backtests (bank_id, backtest_id, state, to_at, proposal, asked_by, asked_at, ended_at)
       select 'DEMO', gen_random_uuid(), 'DONE', now(), '{}', 'demo-bank', '2026-01-01'::timestamptz + n * interval '1 day', now()
         from generate_series(1, 120) n`,
    );
    await server.db.sql(
      `insert into backtest_differences (bank_id, backtest_id, decided_at, place, difference)
       select bank_id, backtest_id, now(), 0, '{}' from backtests where asked_by = 'demo-bank' and proposal = '{}' and done = 0`,
    );
    await backtestBank(server, { proposal: {} });
    const [counts] = await server.db.sql<{ runs: number; left: number }>(
      `select (select count(*)::int from backtests where bank_id = 'DEMO') as runs,
              (select count(*)::int from backtest_differences d where not exists (
                 select from backtests b where b.bank_id = d.bank_id and b.backtest_id = d.backtest_id)) as left`,
    );
    // the newest hundred, and the run just requested
    expect(counts).toEqual({ runs: 101, left: 0 });
  });

  it('is listed with earlier runs of its bank, newest first, without its result', async () => {
    await server.db.sql(`delete from backtests where bank_id = 'DEMO'`);
    const proposal = { cardSettings: { ecomStatus: 'OFF' } };
    const runs: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      server.clock.advance(1_000);
      runs.unshift(String((await backtestBank(server, { proposal })).backtest_id));
    }
    const list = async (query: string, as = 'demo-bank') =>
      (await server.request({ method: 'GET', url: `/V2/backtests${query}`, as })).json;
    const first = await list('?limit=2');
    const second = await list(`?limit=1&cursor=${first.next}`);
    const items = [...(first.items as JsonObject[]), ...(second.items as JsonObject[])];
    expect(items.map((run) => run.backtest_id)).toEqual(runs);
    const { result, ...whole } = (await readBacktestRun(server, runs[0])).json;
    expect(items[0]).toEqual({ ...whole, changed: (result as { changed: number }).changed });
    const others = (await list('', 'other-bank')).items as JsonObject[];
    expect(others.filter((run) => runs.includes(String(run.backtest_id)))).toEqual([]);
  });

  it('is refused with all findings at once', async () => {
    const { status, json } = await requestBacktest(server, {
      from: '2026-11-21T00:00:00Z',
      to: '2026-11-20T00:00:00Z',
      proposal: { cardSettings: { limit1: '0.001' }, season: {} },
      accounts: ['002999999999'],
      // an unknown member is only a warning here, as everywhere else
      dryRun: true,
    });
    expect(status).toBe(400);
    expect((json.errors as { path: string; code: string }[]).map(({ path, code }) => `${code} ${path}`).sort()).toEqual(
      ['105 proposal.cardSettings.limit1', '106 proposal.season', '106 to', '302 accounts[0]'],
    );
  });

  it('waits behind at most two others of its bank, and does not exist for another bank', async () => {
    const answers = [];
    for (let at = 0; at < 3; at += 1) answers.push(await requestBacktest(server, { proposal: {} }));
    const fourth = await requestBacktest(server, { proposal: {} });
    expect([fourth.status, fourth.json.error_code]).toEqual([409, '420']);
    expect((await requestBacktest(server, { proposal: {} }, 'other-bank')).status).toBe(202);
    await server.server.backtestsIdle();
    for (const { json } of answers) {
      expect((await readBacktestRun(server, json.backtest_id)).json.state).toBe('DONE');
      for (const hidden of [
        readBacktestRun(server, json.backtest_id, 'other-bank'),
        cancel(json.backtest_id, 'other-bank'),
      ]) {
        expect((await hidden).json.error_code).toBe('316');
      }
      expect((await differences(json.backtest_id, '', 'other-bank')).json.error_code).toBe('316');
    }
  });
});
