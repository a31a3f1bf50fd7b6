import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database/test-database.ts';
import { readBacktestRun, requestBacktest } from '../../../testing/decisions/bank-backtests.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from '../../../testing/system/server-process.ts';
import { demoCustomers } from './customers.ts';
import { paymentsOf } from './payments.ts';

/** The longest fill on a machine that is busy with other work. */
const FILLED_WITHIN = { timeout: 1_200_000, interval: 100 };

describe('the month of data of the sandbox', () => {
  let folder: string;
  let database: TestDatabase;
  const servers: ServerProcess[] = [];
  beforeEach(async () => {
    folder = dataFolder();
    database = await testDatabase();
  });
  afterEach(async () => {
    await cleanUp(servers, folder);
    await database?.close();
  });

  async function start(): Promise<ServerProcess> {
    const environment = { CARDWRIGHT_DATA_DIR: folder, DATABASE_URL: database.url, CARDWRIGHT_SANDBOX_DATA: 'demo' };
    const server = await startServer(environment);
    servers.push(server);
    return server;
  }
  const untilDay = (day: number) =>
    vi.waitUntil(async () => {
      const [row] = await database.sql<{ days_done: number }>('select days_done from sandbox_demo_data');
      return (row?.days_done ?? 0) >= day;
    }, FILLED_WITHIN);
  const count = async (what: string) => {
    const [row] = await database.sql<{ count: bigint }>(`select count(*) as count from ${what}`);
    return Number(row?.count);
  };

  it('is generated once, completely and at its own times, however often the server or its connections fail, and its backtests show no change', async () => {
    for (const day of [1, 4, 11]) {
      const server = await start();
      await untilDay(day);
      await server.kill();
    }
    const server = await start();
    await untilDay(15);
    await database.sql(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await untilDay(31);
    const customers = demoCustomers();
    const planned = Array.from({ length: 29 }, (_, at) => paymentsOf(at + 1, customers).length);
    const ofDemo = "where customer_id like 'DEMO-1___'";
    expect(await count(`clients ${ofDemo}`)).toBe(200);
    expect(await count(`accounts join clients using (bank_id, client_id) ${ofDemo}`)).toBe(200);
    // the number of payments of today depends on the hour
    expect(await count('authorizations where retrieval_reference < 700000300000')).toBe(
      planned.reduce((sum, payments) => sum + payments, 0),
    );
    const days = await database.sql<{ days: bigint; late: bigint }>(
      `select count(distinct date_trunc('day', decided_at)) as days, count(*) filter (where decided_at > now()) as late
         from authorizations`,
    );
    expect(days.map(({ days: dayCount, late }) => [Number(dayCount) >= 29, Number(late)])).toEqual([[true, 0]]);
    expect(await count("programs where product_code = 'CREDIT-GOLD'")).toBe(2);
    expect(await count("account_limits where limits <> '[]'")).toBe(3);
    const outcomes = await database.sql<{ state: string }>('select distinct state from authorizations order by state');
    expect(outcomes.map(({ state }) => state)).toEqual(['A', 'C', 'D', 'E', 'R']);
    const statuses = await database.sql<{ status: string }>('select distinct status from merchants order by status');
    expect(statuses.map(({ status }) => status)).toEqual([
      ...['BOARDED', 'INFORMATION_REQUIRED', 'PENDING_APPROVAL', 'REJECTED'],
    ]);
    const { json } = await server.request({ method: 'GET', url: '/V2/rules', as: 'demo-bank' });
    const rules = json.items as { name: string; versions: { state: string }[] }[];
    expect(rules.map(({ name, versions }) => `${name} ${versions[0]?.state}`)).toEqual([
      ...['LARGE_ABROAD SHADOW', 'NIGHT_SHOPPING PROPOSED', 'NO_GAMBLING LIVE'],
    ]);
    expect(await count("authorizations where rule = 'NO_GAMBLING'")).toBeGreaterThan(0);
    const declining = await database.sql<{ rule: string }>(
      `select distinct rule from authorizations where rule = any($1) order by rule`,
      [['CASH_7_DAYS', 'ABROAD_A_DAY', 'GIFT_CARDS_A_DAY', 'ONLINE_A_MONTH', 'OFTEN', 'MERCHANTS_A_MONTH']],
    );
    expect(declining.map(({ rule }) => rule)).toEqual([
      ...['ABROAD_A_DAY', 'CASH_7_DAYS', 'GIFT_CARDS_A_DAY', 'MERCHANTS_A_MONTH', 'OFTEN', 'ONLINE_A_MONTH'],
    ]);
    await expectSamePast(server);
    await server.kill();
    const before = await count('account_changes');
    await start();
    expect(await count('account_changes')).toBe(before);
  });

  /** Checks that the engine reproduces the stored decision. */
  async function expectSamePast(server: ServerProcess) {
    const [account] = await database.sql<{ account_number: string }>(
      `select account_number from accounts a join authorizations z using (bucket, account_id)
        group by account_number order by count(*) desc limit 1`,
    );
    const url = `/V2/accounts/${account?.account_number}/backtest`;
    const { json } = await server.request({ method: 'POST', url, as: 'demo-bank', payload: {} });
    expect(json.decisions).toBeGreaterThan(20);
    expect(json).toMatchObject({ changed: 0, not_replayed: 0 });
    const answer = await requestBacktest(server, { proposal: {} });
    const run = await vi.waitUntil(async () => {
      const { json: run } = await readBacktestRun(server, answer.json.backtest_id);
      return run.state === 'DONE' && run;
    }, FILLED_WITHIN);
    expect(run.result).toMatchObject({ decisions: await count('authorizations'), changed: 0 });
  }
});
