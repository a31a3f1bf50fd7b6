import { beforeAll, describe, expect, it } from 'vitest';
import { waitForIndex } from '../../../testing/background-work.ts';
import { authorize, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { type Random, seededRandom } from '../../../testing/random.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';

interface Decline {
  readonly at: number;
  readonly merchant: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Monday in Dubai. */
const START = Date.parse('2026-11-22T20:00:00Z');
const DAYS = 4 * 7;
const HOURS = DAYS * 24;
const SHOPS = 40;

const server = fileServer();
let stored = 0;

const read = (query: Readonly<Record<string, string>>, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'GET', url: `/V2/statistics/declines?${new URLSearchParams(query)}`, as });
const iso = (at: number) => new Date(at).toISOString();
interface Report {
  readonly from: string;
  readonly declined: number;
  readonly merchants: readonly { readonly merchant: string; readonly declined: number }[];
  readonly attacks: readonly { readonly merchant: string }[];
}
async function reportOf(from: number, to: number): Promise<Report> {
  const { status, json, text } = await read({ from: iso(from), to: iso(to) });
  expect(status, text).toBe(200);
  return json as unknown as Report;
}

/** Writes declines of a bank into the index. */
async function store(declines: readonly Decline[], bank = 'DEMO'): Promise<void> {
  await server.db.sql(
    `insert into listed_authorizations (bank_id, decided_at, message_key, account_id, retrieval_reference, system_trace,
       state, action_code, rule, approval_code, billing_minor, currency, exponent, acquirer, merchant, merchant_place, mcc,
       country, channel)
     select $4, d.at, $3::bigint + d.place, 1, 0, 0, 'D', '51', 'FUNDS', '', 100, 'AED', 2, '1', d.merchant,
            rpad(d.merchant || ' CITY', 38) || 'AE', '5816', 'AE', 'ECOM'
       from unnest($1::timestamptz[], $2::text[]) with ordinality d (at, merchant, place)`,
    [declines.map(({ at }) => new Date(at)), declines.map(({ merchant }) => merchant), stored, bank],
  );
  stored += declines.length;
}

const burst = (random: Random, merchant: string, from: number, count: number): Decline[] =>
  Array.from({ length: count }, () => ({ merchant, at: from + random.below(10 * MINUTE) }));

/**
 * Declines of an hour at merchants of different sizes, more by day and on weekends. Every Friday night, a merchant renews
 * its subscriptions, of which 100 to 140 are declined.
 */
function quietHour(random: Random, hour: number): Decline[] {
  const at = START + hour * HOUR;
  const byDay = hour % 24 >= 8 && hour % 24 < 23 ? 1 : 0.15;
  const byWeek = Math.floor(hour / 24) % 7 >= 4 ? 1.6 : 1;
  const usual = Array.from({ length: SHOPS }, (_, size) => {
    const mean = (60 / (size + 1)) * byDay * byWeek;
    const count = Math.round(mean * (0.5 + random.below(1_000) / 1_000));
    return Array.from({ length: count }, () => ({ merchant: `SHOP${size}`, at: at + random.below(HOUR) }));
  }).flat();
  const isRenewal = hour % (7 * 24) === 4 * 24 + 2;
  return isRenewal ? [...usual, ...burst(random, 'RENEWALS', at + 5 * MINUTE, 100 + random.below(40))] : usual;
}

describe('the report of declines', () => {
  it("has the caller's merchants with the most declines, by default of the last day", async () => {
    server.clock.set('2026-11-21T08:00:00Z');
    const card = await issueCard(server, { available: '100.00' });
    const pay = (merchant: string, amount: string) =>
      authorize(
        server,
        ecommerceMessage(card, {
          Transaction_Amount: amount,
          Transaction_Amount_Cardholder_Billing: amount,
          Card_Acceptor_Identification_Code: merchant,
          Card_Acceptor_Name_Location: `${`${merchant} DUBAI`.padEnd(38)}AE`,
        }),
      );
    await pay('TOO-OLD', '000000900000');
    server.clock.set('2026-11-22T09:00:00Z');
    for (const merchant of ['FIRST', 'SECOND', 'FIRST']) await pay(merchant, '000000900000');
    await pay('APPROVED', '000000000100');
    await waitForIndex(server);
    await store([{ at: Date.parse('2026-11-22T08:59:00Z'), merchant: 'OF-OTHERS' }], 'OTHER');
    const { json } = await read({});
    const place = (name: string) => `${`${name} DUBAI`.padEnd(38)}AE`;
    expect(json).toEqual({
      ...{ from: '2026-11-21T09:00:00.000Z', to: '2026-11-22T09:00:00.000Z', declined: 3 },
      merchants: [
        { merchant: 'FIRST', merchant_name_location: place('FIRST'), mcc: '5411', declined: 2 },
        { merchant: 'SECOND', merchant_name_location: place('SECOND'), mcc: '5411', declined: 1 },
      ],
      attacks: [],
    });
    const all = await reportOf(Date.parse('2026-11-21T00:00:00Z'), Date.parse('2026-11-23T00:00:00Z'));
    expect(all.merchants.map(({ merchant }) => merchant)).toEqual(['FIRST', 'SECOND', 'TOO-OLD']);
    expect((await read({}, 'demo-network')).status).toBe(403);
  });
});

describe('an attack on a merchant', () => {
  const random = seededRandom(34);

  beforeAll(async () => {
    server.clock.set(iso(START + 2 * HOURS * HOUR));
    await store(Array.from({ length: 2 * HOURS }, (_, hour) => quietHour(random, hour)).flat());
  });

  it('is not reported for a quiet month with busy days, weekends and weekly renewals', async () => {
    const alarms = [];
    let declined = 0;
    for (let day = DAYS; day < 2 * DAYS; day++) {
      const report = await reportOf(START + day * DAY, START + (day + 1) * DAY);
      declined += report.declined;
      alarms.push(...report.attacks);
    }
    expect(declined).toBeGreaterThan(50_000);
    expect(alarms).toEqual([]);
    const month = await reportOf(START + DAYS * DAY, START + 2 * DAYS * DAY);
    const newest = await server.db.sql(
      `select min(decided_at) as first from (select decided_at from listed_authorizations
        where bank_id = 'DEMO' and action_code <> '00' order by decided_at desc limit 50000) d`,
    );
    expect([month.declined, month.from]).toEqual([50_000, (newest[0] as { first: Date }).first.toISOString()]);
    // only the weeks before distinguish renewals and large merchants from attacks
    const first = await reportOf(START, START + 5 * DAY);
    expect(first.attacks.map(({ merchant }) => merchant)).toContain('RENEWALS');
  });

  it('is found at any merchant and time: 50 declines within ten minutes', async () => {
    const planted = Array.from({ length: 100 }, (_, at) => {
      const hour = HOURS + random.below(HOURS);
      const merchant = at % 2 === 0 ? `NEW${at}` : `SHOP${10 + (at % 30)}`;
      return { merchant, hour, declines: burst(random, merchant, START + hour * HOUR + random.below(45 * MINUTE), 50) };
    });
    await store(planted.flatMap(({ declines }) => declines));
    const missed = [];
    for (const { merchant, hour } of planted) {
      const day = START + Math.floor(hour / 24) * DAY;
      const { attacks } = await reportOf(day, day + DAY);
      if (!attacks.some((attack) => attack.merchant === merchant)) missed.push({ merchant, hour });
    }
    expect(missed).toEqual([]);
  });

  it('has its ten minutes, its count and the count of the weeks before, in the time zone of the bank', async () => {
    const at = Date.parse('2027-01-25T10:00:00Z');
    server.clock.set(iso(at + DAY));
    const every = (merchant: string, from: number, apart: number, count: number) =>
      Array.from({ length: count }, (_, place) => ({ merchant, at: from + place * apart }));
    await store([
      ...every('CLUB', at - 14 * DAY, 15_000, 10),
      ...every('CLUB', at, 15_000, 31),
      ...every('USUAL', at - 7 * DAY, 15_000, 11),
      ...every('USUAL', at, 15_000, 33),
      ...every('SLOW', at - DAY / 2, MINUTE, 200),
      ...every('SMALL', at, 1_000, 29),
    ]);
    expect((await reportOf(at - DAY, at + DAY)).attacks).toEqual([
      {
        ...{ merchant: 'CLUB', merchant_name_location: `${'CLUB CITY'.padEnd(38)}AE`, mcc: '5816' },
        ...{ from: iso(at), to: iso(at + 30 * 15_000), declined: 31, declined_before: 10 },
      },
    ]);
  });
});
