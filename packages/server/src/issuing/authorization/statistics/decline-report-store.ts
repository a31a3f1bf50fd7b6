import { statement, type Tx } from '../../../platform/storage/index.ts';

/** The most declines to count. More would take the database longer than a person waits. */
const MAX_DECLINES = 50_000;
const MAX_MERCHANTS = 10;
/** Fewer declines in ten minutes are no attack, however quiet the merchant was before. */
const LEAST_IN_BURST = 30;
/**
 * How many times the previous number of declines a burst must have. Sales and renewals double the usual number, attacks
 * multiply it.
 */
const TIMES_AS_BUSY = 3;
/** The most bursts to compare with the weeks before. */
const MAX_BURSTS = 50;
/** The most declines of an hour of an earlier week that a comparison reads. */
const MAX_IN_HOUR = 10_000;

/** Selects the newest declines of a bank in a period. The parameters are the bank and the two ends of the period. */
const DECLINES = `
  select merchant, merchant_place, mcc, decided_at from listed_authorizations
   where bank_id = $1 and action_code <> '00' and decided_at >= $2 and decided_at < $3
   order by decided_at desc limit ${MAX_DECLINES}`;
const NEWEST_NAMES = `(array_agg(merchant_place order by decided_at desc))[1] as merchant_place,
         (array_agg(mcc order by decided_at desc))[1] as mcc`;
/** The window of the ten minutes that end with each decline. */
const IN_TEN_MINUTES = `order by decided_at range between interval '10 minutes' preceding and current row`;

const selectMerchants = statement(
  'authorization.select-declining-merchants',
  `select merchant, ${NEWEST_NAMES}, count(*)::int as declined, (sum(count(*)) over ())::int as total,
          min(min(decided_at)) over () as first
     from (${DECLINES}) d group by merchant order by declined desc, merchant limit ${MAX_MERCHANTS}`,
  { plannedEachTime: true },
);

export interface MerchantRow {
  readonly merchant: string;
  readonly merchant_place: string;
  readonly mcc: string;
  readonly declined: number;
}

/**
 * Counts the declines of a period, and reads the merchants with the most, the largest first. If the period has too many,
 * `countedFrom` is the time of the oldest one that counts.
 */
export async function readDecliningMerchants(tx: Tx, bankId: string, from: Date, to: Date) {
  const merchants = await tx.query<MerchantRow & { readonly total: number; readonly first: Date }>(selectMerchants, [
    ...[bankId, from, to],
  ]);
  const { total, first } = merchants[0] ?? { total: 0, first: from };
  return { merchants, declined: total, countedFrom: total < MAX_DECLINES ? from : first };
}

// The busiest ten minutes of each merchant and hour, so that a busy hour of a merchant does not conceal an attack in a quiet
// one. Local time, because a day of the week is a day of the bank.
const selectAttacks = statement(
  'authorization.select-attacks',
  `with declines as materialized (${DECLINES}),
   windows as (
     select merchant, decided_at as until, count(*) over w as declined, min(decided_at) over w as since
       from declines
      where merchant in (select merchant from declines group by merchant having count(*) >= ${LEAST_IN_BURST})
     window w as (partition by merchant ${IN_TEN_MINUTES})
   ), bursts as (
     select distinct on (merchant, date_trunc('hour', until)) merchant, since, until, declined
       from windows where declined >= ${LEAST_IN_BURST}
      order by merchant, date_trunc('hour', until), declined desc, until desc
   ), largest as (
     select * from bursts order by declined desc, merchant, until limit ${MAX_BURSTS}
   ), compared as (
     select b.*, (select coalesce(max(busiest.declined), 0) from generate_series(1, 4) week cross join lateral (
         select count(*) over (${IN_TEN_MINUTES}) as declined from (
           select l.decided_at from listed_authorizations l
            where l.bank_id = $1 and l.merchant = b.merchant and l.action_code <> '00'
              and l.decided_at >= ((b.since + (b.until - b.since) / 2) at time zone $4 - week * interval '7 days') at time zone $4
                                    - interval '30 minutes'
              and l.decided_at < ((b.since + (b.until - b.since) / 2) at time zone $4 - week * interval '7 days') at time zone $4
                                   + interval '30 minutes'
            order by l.decided_at limit ${MAX_IN_HOUR}) hour
       ) busiest) as before
       from largest b
   ), attacks as (
     select distinct on (merchant) * from compared where declined > ${TIMES_AS_BUSY} * before
      order by merchant, declined desc, until desc
   )
   select a.merchant, n.merchant_place, n.mcc, a.since, a.until, a.declined::int, a.before::int
     from attacks a
    cross join lateral (select ${NEWEST_NAMES} from declines d where d.merchant = a.merchant) n
    order by a.declined desc, a.merchant`,
  { plannedEachTime: true },
);

export interface AttackRow extends MerchantRow {
  readonly since: Date;
  readonly until: Date;
  /** Declines in the busiest ten minutes of the same hour in the four weeks before. */
  readonly before: number;
}

/** Reads the merchants whose declines multiplied within ten minutes, the largest first. */
export function readAttacks(tx: Tx, bankId: string, from: Date, to: Date, timeZone: string): Promise<AttackRow[]> {
  return tx.query(selectAttacks, [bankId, from, to, timeZone]);
}
