import { statement, type Tx } from '../../../platform/storage/index.ts';
import { inBuckets } from '../message/citus-statements.ts';

export interface StoodInRow {
  account_id: bigint;
  business_date: string;
  minor: bigint;
}

/** Runs after the accounts are locked, and only if the stand-in decides. */
export const loadStoodIn = statement(
  'authorization.load-stand-in-usage',
  `select s.account_id, s.business_date, s.minor
     from unnest($1::smallint[], $2::text[], $3::bigint[]) as requested (bucket, bank_id, account_id)
     join stood_in s on s.bucket = requested.bucket and s.account_id = requested.account_id and s.bank_id = requested.bank_id${inBuckets('s')}`,
);

export const putStoodIn = statement(
  'authorization.upsert-stand-in-usage',
  `insert into stood_in (bucket, bank_id, account_id, business_date, minor)
   select n.bucket, n.bank_id, n.account_id, n.business_date, n.minor
     from unnest($1::smallint[], $2::text[], $3::bigint[], $4::date[], $5::bigint[])
            as n (bucket, bank_id, account_id, business_date, minor)
   on conflict (bucket, account_id) do update set business_date = excluded.business_date, minor = excluded.minor`,
);

const sumOfDay = statement(
  'authorization.sum-stand-in-usage',
  `select a.currency, count(*)::int as accounts, sum(s.minor)::bigint as minor
     from stood_in s join accounts a on a.bucket = s.bucket and a.account_id = s.account_id
    where s.bank_id = $1 and s.business_date = $2 and s.minor > 0
    group by a.currency order by a.currency`,
);

/** Sums what the stand-in approved on a business date for all accounts of a bank. */
export function sumStoodIn(
  tx: Tx,
  bankId: string,
  businessDate: string,
): Promise<{ currency: string; accounts: number; minor: bigint }[]> {
  return tx.query(sumOfDay, [bankId, businessDate]);
}
