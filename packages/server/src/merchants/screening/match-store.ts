import { statement, type Tx } from '../../storage/index.ts';

/** How many matches are read: one more than are named. */
const LOOKED_FOR = 4;

/** Other merchants with the same value. */
export interface Alike {
  merchant_id: string;
  field: 'debit_account' | 'credit_account' | 'trn';
  others: string[];
}

// each field by its own index and with a limit: thousands of merchants of a chain may share one account
const selectAlike = statement(
  'merchants.find-alike',
  `select g.merchant_id, g.field, array_agg(o.merchant_id order by o.merchant_id collate "C") as others
     from unnest($2::text[], $3::text[], $4::text[]) as g (merchant_id, field, value)
    cross join lateral (
      select merchant_id from (
        (select m.merchant_id from merchants m
          where m.acquirer_id = $1 and g.field = 'trn' and m.trn = g.value and m.merchant_id <> g.merchant_id
            and m.status <> 'REJECTED' and m.merchant_state is distinct from 'CLOSED' limit ${LOOKED_FOR})
        union
        (select m.merchant_id from merchants m
          where m.acquirer_id = $1 and g.field <> 'trn' and upper(replace(m.debit_account, ' ', '')) = g.value
            and m.merchant_id <> g.merchant_id
            and m.status <> 'REJECTED' and m.merchant_state is distinct from 'CLOSED' limit ${LOOKED_FOR})
        union
        (select m.merchant_id from merchants m
          where m.acquirer_id = $1 and g.field <> 'trn' and upper(replace(m.credit_account, ' ', '')) = g.value
            and m.merchant_id <> g.merchant_id
            and m.status <> 'REJECTED' and m.merchant_state is distinct from 'CLOSED' limit ${LOOKED_FOR})
      ) found limit ${LOOKED_FOR}
    ) o
    group by g.merchant_id, g.field`,
);

/** Merchants with one of these values that are neither rejected nor closed. Accounts match across debit and credit. */
export function findAlike(
  tx: Tx,
  acquirerId: string,
  values: readonly { merchantId: string; field: Alike['field']; value: string }[],
): Promise<Alike[]> {
  return tx.query(selectAlike, [
    acquirerId,
    values.map(({ merchantId }) => merchantId),
    values.map(({ field }) => field),
    values.map(({ value }) => value),
  ]);
}
