import { statement, type Tx } from '../../storage/index.ts';

/** How many others are looked for: one more than are named. */
const LOOKED_FOR = 4;

/** Another merchant that has something of this one's. */
export interface Alike {
  merchant_id: string;
  field: 'debit_account' | 'credit_account' | 'trn';
  others: string[];
}

// each way by its own index, and no more of them than are told: merchants of a chain may share an account by the thousand
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

/** Whoever has one of these values and is neither rejected nor closed, also with an account for the other purpose. */
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
