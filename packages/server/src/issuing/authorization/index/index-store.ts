import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { IndexRow } from '../records/indexed-authorization.ts';

const COLUMNS = {
  bank_id: 'text',
  decided_at: 'timestamptz',
  message_key: 'bigint',
  account_id: 'bigint',
  card_id: 'bigint',
  retrieval_reference: 'bigint',
  system_trace: 'int',
  state: '"char"',
  action_code: 'text',
  rule: 'text',
  approval_code: 'text',
  billing_minor: 'bigint',
  currency: 'text',
  exponent: 'smallint',
  acquirer: 'text',
  merchant: 'text',
  merchant_place: 'text',
  mcc: 'text',
  country: 'text',
  channel: 'text',
  account_sequence: 'bigint',
} as const satisfies Record<keyof IndexRow, string>;
export const INDEX_COLUMNS = Object.keys(COLUMNS) as readonly (keyof IndexRow)[];

/** SQL for index rows from statement parameters, an array for each column; the first parameter has the number `first`. */
export function indexedFrom(first: number): string {
  return `unnest(${Object.values(COLUMNS)
    .map((type, at) => `$${first + at}::${type}[]`)
    .join(', ')})`;
}

/** The values of the parameters of `indexedFrom`. */
export function indexValues(rows: readonly IndexRow[]): unknown[] {
  return INDEX_COLUMNS.map((name) => rows.map((row) => row[name]));
}

const insertListed = statement(
  'authorization.insert-listed',
  `insert into listed_authorizations (${INDEX_COLUMNS.join(', ')})
   select * from ${indexedFrom(1)}
   on conflict do nothing
   returning bank_id, decided_at, message_key, account_id`,
);

/** Inserts rows that are not in the index yet, and returns their keys. */
export async function insertIndexRows(
  tx: Tx,
  rows: readonly IndexRow[],
): Promise<Pick<IndexRow, 'bank_id' | 'decided_at' | 'message_key' | 'account_id'>[]> {
  return await tx.query(insertListed, indexValues(rows));
}

const updateListed = statement(
  'authorization.update-listed',
  `update listed_authorizations l set state = n.state
     from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::"char"[])
            as n (bank_id, decided_at, message_key, account_id, state)
    where l.bank_id = n.bank_id and l.decided_at = n.decided_at and l.message_key = n.message_key
      and l.account_id = n.account_id and l.state <> n.state`,
);

/** Updates the state of rows that are in the index. */
export async function updateIndexRows(tx: Tx, rows: readonly IndexRow[]): Promise<void> {
  await tx.query(updateListed, [
    rows.map((row) => row.bank_id),
    rows.map((row) => row.decided_at),
    rows.map((row) => row.message_key),
    rows.map((row) => row.account_id),
    rows.map((row) => row.state),
  ]);
}
