import { beforeAll, describe, expect, it } from 'vitest';
import { NO_THROTTLE } from '../../../platform/kernel/concurrency/background-throttle.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import { NO_SUBSCRIPTIONS } from '../../../platform/operation/index.ts';
import { waitForIndex } from '../../../testing/background-work.ts';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';
import { openBankDirectory } from '../../banks/index.ts';
import { rebuildStatistics } from '../index/rebuild-statistics.ts';

const server = fileServer();
let card: IssuedCard;
beforeAll(async () => {
  // 23:30 in Dubai, half an hour before its day ends
  server.clock.set('2026-11-21T19:30:00Z');
  card = await issueCard(server, { available: '100.00' });
  await send('000000001000');
  await send('000000002000', { Merchant_Type: '5812' });
  server.clock.set('2026-11-21T20:15:00Z');
  await send('000000003000');
  // more than the available amount
  await send('000000009000', { Card_Acceptor_Name_Location: `${'SHOP'.padEnd(38)}FR` });
  await waitForIndex(server);
});

async function send(amount: string, fields: Record<string, unknown> = {}): Promise<void> {
  const amounts = { Transaction_Amount: amount, Transaction_Amount_Cardholder_Billing: amount };
  await authorize(server, ecommerceMessage(card, { ...amounts, ...fields }));
}

const FROM = '2026-11-21T00:00:00Z';
const read = (query: Record<string, string> = {}, as = 'demo-bank'): Promise<Answer> =>
  server.request({
    method: 'GET',
    url: `/V2/statistics/authorizations?${new URLSearchParams({ from: FROM, ...query })}`,
    as,
  });
const TIMES = { response_ms: { p50: expect.any(Number), p99: expect.any(Number) } };
const aed = (approved: string, declined: string) => [{ currency: 'AED', approved, declined }];

/** Sums the rows in the database, without the code under test. */
async function countOf(value: string) {
  return await server.db.sql(
    `select grain, starts_at, value, approved, declined from (
       select g.grain, date_trunc(g.grain, decided_at, 'Asia/Dubai') as starts_at, ${value} as value,
              count(*) filter (where action_code = '00')::text as approved,
              count(*) filter (where action_code <> '00')::text as declined
         from authorizations cross join (values ('hour'), ('day')) g (grain) where bank_id = 'DEMO' group by 1, 2, 3) c
      order by 1, 2, 3`,
  );
}
const storedRows = (split: string) =>
  server.db.sql(
    `select grain, starts_at, value, sum(approved)::text as approved, sum(declined)::text as declined
       from authorization_statistics where bank_id = 'DEMO' and split = $1 group by 1, 2, 3 order by 1, 2, 3`,
    [split],
  );

describe('statistics of authorizations', () => {
  it("count decisions by the hour, and by the day of the bank's time zone", async () => {
    expect((await read()).json).toEqual({
      items: [
        { starts_at: '2026-11-21T20:00:00.000Z', approved: 1, declined: 1, amounts: aed('30.00', '90.00'), ...TIMES },
        { starts_at: '2026-11-21T19:00:00.000Z', approved: 2, declined: 0, amounts: aed('30.00', '0.00'), ...TIMES },
      ],
      next: null,
    });
    expect((await read({ by: 'day' })).json.items).toEqual([
      { starts_at: '2026-11-21T20:00:00.000Z', approved: 1, declined: 1, amounts: aed('30.00', '90.00'), ...TIMES },
    ]);
    expect((await read({ by: 'day', from: '2026-11-20T20:00:00Z' })).json.items).toHaveLength(2);
  });

  it('split each period, the largest part first', async () => {
    const { json } = await read({ by: 'hour', split: 'rule', limit: '1' });
    expect(json.items).toMatchObject([
      {
        starts_at: '2026-11-21T20:00:00.000Z',
        parts: [
          { value: 'APPROVED', approved: 1, declined: 0 },
          { value: 'INSUFFICIENT_FUNDS', approved: 0, declined: 1, amounts: aed('0.00', '90.00') },
        ],
      },
    ]);
    const rest = await read({ split: 'mcc', cursor: String(json.next) });
    expect((rest.json.items as { parts: object[] }[])[0]?.parts).toHaveLength(2);
    const abroad = await read({ split: 'country', limit: '1' });
    expect((abroad.json.items as { parts: { value: string }[] }[])[0]?.parts.map(({ value }) => value)).toContain('FR');
  });

  it('equal the counts of the stored rows, in each split', async () => {
    expect(await storedRows('all')).toEqual(await countOf(`''`));
    expect(await storedRows('rule')).toEqual(await countOf('rule'));
    expect(await storedRows('action_code')).toEqual(await countOf('action_code::text'));
    expect(await storedRows('mcc')).toEqual(await countOf(`message::json ->> 'Merchant_Type'`));
  });

  it('include recorded decisions that are not counted yet, and count them when it is the turn of the bank', async () => {
    const query = { by: 'hour', split: 'rule' };
    const before = await read(query);
    // simulates an hour in which many banks decided, so that its rows were only recorded
    await server.db.sql(
      `insert into uncounted_authorizations (bank_id, decided_at, action_code, rule, channel, country, mcc, currency, decisions, billing_minor)
       select bank_id, decided_at, action_code, rule, channel, country, mcc, currency, 1, billing_minor from listed_authorizations
        where bank_id = 'DEMO' and decided_at >= '2026-11-21T20:00:00Z'`,
    );
    await server.db.sql(
      `delete from authorization_statistics where bank_id = 'DEMO' and starts_at >= '2026-11-21T20:00:00Z'`,
    );
    expect((await read(query)).json).toEqual(before.json);
    expect((await read({ ...query, limit: '1' })).json.items).toEqual((before.json.items as object[]).slice(0, 1));
    await waitForIndex(server);
    expect(await server.db.sql('select from uncounted_authorizations')).toEqual([]);
    expect((await read(query)).json).toEqual(before.json);
  });

  it('are the same after a rebuild, whatever the tables contained, and so are the lists', async () => {
    const tables = ['authorization_statistics', 'listed_authorizations'];
    const all = () =>
      Promise.all(
        tables.map((table) => server.db.sql(`select * from ${table} t where bank_id = 'DEMO' order by t::text`)),
      );
    const before = await all();
    await server.db.sql(`delete from listed_authorizations where mcc = '5812'`);
    await server.db.sql(`update authorization_statistics set approved = approved + 7`);
    await server.db.sql(`insert into uncounted_authorizations (bank_id, decided_at, action_code, rule, channel, mcc, decisions, billing_minor)
      values ('DEMO', '2026-11-21T20:00:00Z', '00', 'APPROVED', 'ECOMMERCE', '5812', 5, 100)`);
    const { database } = server.db;
    const bank = requireValue((await openBankDirectory(database)).bank('DEMO'), 'the bank of the sandbox');
    const deps = {
      database,
      maskCardNumbers: (text: string) => text,
      changes: NO_SUBSCRIPTIONS,
      throttle: NO_THROTTLE,
    };
    await rebuildStatistics(deps, bank, server.clock.now(), { actor: 'operator:test', requestId: 'TEST' });
    expect(await all()).toEqual(before);
    expect(await server.db.sql('select from uncounted_authorizations')).toEqual([]);
  });

  it('have the median and the 99th percentile of the response times of all servers', async () => {
    await server.db.sql(`delete from authorization_response_times where bank_id = 'DEMO' and grain = 'day'`);
    const add = (step: number, messages: number) =>
      server.db.sql(`insert into authorization_response_times values ('DEMO', 'day', '2026-11-21T20:00:00Z', $1, $2)`, [
        step,
        messages,
      ]);
    await add(10, 49);
    await add(20, 49);
    await add(60, 2);
    const [day] = (await read({ by: 'day' })).json.items as object[];
    expect(day).toMatchObject({ response_ms: { p50: 3.4, p99: 152.2 } });
    const countedRows = await server.db.sql(
      `select starts_at, sum(messages)::int as messages from authorization_response_times
        where bank_id = 'DEMO' and grain = 'hour' group by 1 order by 1`,
    );
    expect(countedRows).toEqual([
      { starts_at: new Date('2026-11-21T19:00:00Z'), messages: 2 },
      { starts_at: new Date('2026-11-21T20:00:00Z'), messages: 2 },
    ]);
  });

  it('contain only the calling bank', async () => {
    expect((await read({}, 'other-bank')).json).toEqual({ items: [], next: null });
    expect((await read({}, 'demo-acquirer')).status).toBe(403);
  });

  it('count every decision once, even if there are more than one statement indexes', async () => {
    const holder = await server.db.database.connect({});
    await holder.query(`begin; select pg_advisory_xact_lock(hashtext('list-authorizations'))`);
    server.clock.set('2026-11-22T10:00:00Z');
    await Promise.all(Array.from({ length: 520 }, () => send('000000000100')));
    await holder.query('commit');
    await holder.end();
    await waitForIndex(server);
    expect(await storedRows('all')).toEqual(await countOf(`''`));
    const displayedRows = await server.db.sql(
      `select count(*)::int as rows, count(distinct message_key)::int as messages
         from listed_authorizations where bank_id = 'DEMO' and decided_at >= '2026-11-22'`,
    );
    expect(displayedRows).toEqual([{ rows: 520, messages: 520 }]);
  });
});
