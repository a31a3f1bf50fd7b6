import { statement, type Tx } from '../../platform/storage/index.ts';

/** How many matches are read: one more than the three that a hit names. */
const MAX_MATCHES_READ = 4;

/** Other merchants with the same value. */
export interface MatchingMerchants {
  merchant_id: string;
  field: 'debit_account' | 'credit_account' | 'trn';
  others: string[];
}

const LIVE = `m.status <> 'REJECTED' and m.merchant_state is distinct from 'CLOSED'`;
const OPEN = `m.status in ('SCREENING', 'PENDING_APPROVAL')`;

const having = (table: string, account: 'debit_account' | 'credit_account', isLive: string) => `
        (select m.merchant_id from ${table} m
          where m.acquirer_id = $1 and g.field <> 'trn' and upper(replace(m.${account}, ' ', '')) = g.value
            and m.merchant_id <> g.merchant_id and ${isLive} limit ${MAX_MATCHES_READ})`;

// Reads each field by its own index and with a limit, because thousands of merchants of a chain may share one account.
// Also compares the values with each other, because they may not be stored yet.
const selectSimilar = statement(
  'merchants.find-alike',
  `with given as (select * from unnest($2::text[], $3::text[], $4::text[]) as g (merchant_id, field, value))
   select g.merchant_id, g.field, array_agg(o.merchant_id order by o.merchant_id collate "C") as others
     from given g
    cross join lateral (
      select merchant_id from (
        (select m.merchant_id from merchants m
          where m.acquirer_id = $1 and g.field = 'trn' and m.trn = g.value and m.merchant_id <> g.merchant_id
            and ${LIVE} limit ${MAX_MATCHES_READ})
        union ${having('merchants', 'debit_account', LIVE)}
        union ${having('merchants', 'credit_account', LIVE)}
        union ${having('merchant_amendments', 'debit_account', OPEN)}
        union ${having('merchant_amendments', 'credit_account', OPEN)}
        union
        (select m.merchant_id from given m
          where g.field <> 'trn' and m.field <> 'trn' and m.value = g.value and m.merchant_id <> g.merchant_id
          limit ${MAX_MATCHES_READ})
      ) found limit ${MAX_MATCHES_READ}
    ) o
    group by g.merchant_id, g.field`,
);

/**
 * Finds merchants with one of these values that are neither rejected nor closed, and those to which an open amendment
 * would give one of these accounts. Accounts match across debit and credit.
 */
export function findMatchingMerchants(
  tx: Tx,
  acquirerId: string,
  values: readonly { merchantId: string; field: MatchingMerchants['field']; value: string }[],
): Promise<MatchingMerchants[]> {
  return tx.query(selectSimilar, [
    acquirerId,
    values.map(({ merchantId }) => merchantId),
    values.map(({ field }) => field),
    values.map(({ value }) => value),
  ]);
}
