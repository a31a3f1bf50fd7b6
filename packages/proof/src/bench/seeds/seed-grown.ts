import {
  type ConnectionSettings,
  ensurePartitions,
  openDatabase,
} from '@cardwright/server/internal/platform/storage/index';
import type pg from 'pg';
import { AVAILABLE_MINOR, BENCH_CONFIGURATION, bankIdOf, CURRENCY } from '../bench-cards.ts';
import { chance } from './seed-lists.ts';

/** The bank of all these decisions, whose lists are measured. */
export const GROWN_BANK = bankIdOf(0);
export const GROWN_DAYS = 180;
/** References of these decisions begin after those of the load. */
export const FIRST_REFERENCE = 500_000_000_000;
const BATCH = 50_000;
/** Reservations that are older than this are due. */
export const RESERVATION_DAYS = 7;
const DAY_MS = 86_400_000;
const SEEDED = 'authorizations, listed_authorizations, authorization_events, authorization_statistics, accounts';

export interface GrownSizes {
  readonly authorizations: number;
  readonly cards: number;
}

/**
 * Inserts decisions of the last half year with all rows that the product writes: the decision with message and trace,
 * its list entry, and the end of its reservation. One in fifty is an overdue reservation. Messages and traces are
 * copies of a decision that was just made. Two connections each insert half of the time range.
 */
export async function seedGrown(connection: ConnectionSettings, sizes: GrownSizes): Promise<void> {
  const database = openDatabase({ connection, maxConnections: 1, statementTimeoutMs: 0, onError: () => {} });
  const open = () => database.connect({ asOwner: true, unlimited: true });
  const clients = [await open(), await open()] as const;
  const [client] = clients;
  const now = new Date();
  const half = Math.ceil(sizes.authorizations / 2);
  try {
    for (let days = 0; days <= GROWN_DAYS + 31; days += 28) {
      await ensurePartitions(client, new Date(now.getTime() - days * DAY_MS));
    }
    await Promise.all([
      insertAll(clients[0], { from: 1, until: half }, sizes, now),
      insertAll(clients[1], { from: half + 1, until: sizes.authorizations }, sizes, now),
    ]);
    await insertStatistics(client, now);
    // The reserved funds must be large enough for the releases.
    await client.query('update accounts set reserved_minor = $1 where bank_id = $2', [AVAILABLE_MINOR, GROWN_BANK]);
    await client.query(`vacuum analyze ${SEEDED}`);
    await client.query('checkpoint');
  } finally {
    for (const each of clients) await each.end();
    await database.close();
  }
}

async function insertAll(
  client: pg.Client,
  { from, until }: { from: number; until: number },
  sizes: GrownSizes,
  now: Date,
): Promise<void> {
  await client.query('set synchronous_commit = off');
  for (let first = from; first <= until; first += BATCH) {
    const last = Math.min(until, first + BATCH - 1);
    await client.query(INSERT, [first, last, sizes.authorizations, sizes.cards, now, GROWN_BANK]);
  }
}

const BANKS = BENCH_CONFIGURATION.banks.length;
/** A pseudorandom account of the bank, which owns one in each `BANKS` accounts. */
const ACCOUNT = `1 + ${BANKS} * ((hashint8extended(n, 11) & 1048575) % ($4::bigint / ${BANKS}))`;
const AT = `date_trunc('milliseconds', $5::timestamptz - interval '${GROWN_DAYS} days' * (1 - (n - 0.5) / $3::float8))`;
const STATE = `case when n % 10 = 0 then 'D' when n % 5000 = 2 then 'R' when n % 50 = 1 then 'A'
                 when n % 5 = 4 and at > $5::timestamptz - interval '${RESERVATION_DAYS} days' then 'A' else 'C' end::"char"`;

const GENERATED = `
  select n, at, account, hashint8extended(n, 4) as key, ${STATE} as state, 100 + (hashint8extended(n, 5) & 65535) as minor,
         case when n % 10 <> 0 then '00' when n % 1000 = 0 then '43' else '51' end as code,
         case when n % 10 <> 0 then 'APPROVED' when n % 1000 = 0 then 'CARD_STATUS' else 'FUNDS' end as rule
    from (select n, ${AT} as at, ${ACCOUNT} as account from generate_series($1::bigint, $2::bigint) n) numbered`;

const INSERT = `
  with made as materialized (${GENERATED}),
  decided as (
    insert into authorizations (bucket, bank_id, account_id, message_key, decided_at, retrieval_reference, card_id, billing_minor,
       reserved_minor, system_trace, sender, settlement_date, rule_version, state, acquirer, action_code, approval_code, rule, message,
       trace, account_sequence, next_event)
    select account_bucket(account), $6, account, key, at, ${FIRST_REFERENCE} + n, account, minor,
           case when made.state = 'A' then minor else 0 end, n % 1000000, z.sender, at::date, z.rule_version, made.state, z.acquirer, code,
           '000000', made.rule, z.message, z.trace, n, case when made.state in ('C', 'R') then 1 else 0 end
      from made cross join (select * from authorizations where bank_id = $6 and action_code = '00' and retrieval_reference < ${FIRST_REFERENCE}
                             limit 1) z),
  ended as (
    insert into authorization_events (bucket, bank_id, account_id, message_key, event, kind, amount_minor, request_key, answer, at)
    select account_bucket(account), $6, account, key, 0, case when state = 'C' then 'COMPLETION' else 'REVERSAL' end, minor, 'whole',
           json_build_object('retrieval_reference_number', n, 'state', 'COMPLETED', 'currency', '${CURRENCY.code}', 'amount', minor,
                             'reserved_amount', '0.00', 'available_amount', minor), least(at + interval '1 hour', $5)
      from made where state in ('C', 'R'))
  insert into listed_authorizations (bank_id, decided_at, message_key, account_id, card_id, retrieval_reference, system_trace,
     state, action_code, rule, approval_code, billing_minor, currency, exponent, acquirer, merchant, merchant_place, mcc,
     country, channel, account_sequence)
  select $6, at, key, account, account, ${FIRST_REFERENCE} + n, n % 1000000, state, code, rule, '000000', minor, '${CURRENCY.code}', 2,
         '12345' || n % 3, 'SHOP' || floor(power(${chance(6)}, 3) * 20000), 'SHOP                   DUBAI          AE',
         (string_to_array('5411 5812 5541 5999 6011 4111 7011 5732', ' '))[1 + floor(power(${chance(7)}, 3) * 8)::int],
         (string_to_array('AE SA GB US FR IN EG NZ', ' '))[1 + floor(power(${chance(8)}, 4) * 8)::int], 'ECOM', n
    from made`;

/** Inserts as many rows as live traffic would. Their counts are invented. */
async function insertStatistics(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `insert into authorization_statistics (bank_id, grain, starts_at, split, value, currency, approved, declined, approved_minor, declined_minor)
     select $1, grain, starts_at, split, value, '${CURRENCY.code}', 900, 100, 2500000, 250000
       from (values ('hour', interval '1 hour'), ('day', interval '1 day')) g (grain, long)
      cross join lateral generate_series(date_trunc('day', $2::timestamptz, 'Asia/Dubai') - interval '${GROWN_DAYS} days',
                                         date_trunc('day', $2::timestamptz, 'Asia/Dubai') - interval '1 day', long) starts_at
      cross join (select 'all' as split, '' as value
                  union all select 'action_code', unnest(string_to_array('00 51 43', ' '))
                  union all select 'rule', unnest(string_to_array('APPROVED FUNDS CARD_STATUS', ' '))
                  union all select 'channel', 'ECOM'
                  union all select 'country', unnest(string_to_array('AE SA GB US FR IN EG NZ', ' '))
                  union all select 'mcc', unnest(string_to_array('5411 5812 5541 5999 6011 4111 7011 5732', ' '))) splits
     on conflict do nothing`,
    [GROWN_BANK, now],
  );
}
