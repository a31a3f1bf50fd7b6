import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { ListedRow } from '../records/listed-authorization.ts';

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
} as const satisfies Record<keyof ListedRow, string>;
export const LISTED_COLUMNS = Object.keys(COLUMNS) as readonly (keyof ListedRow)[];

/** Rows of the list from parameters of a statement, of which the first has this number: an array for each column. */
export function listedFrom(first: number): string {
  return `unnest(${Object.values(COLUMNS)
    .map((type, at) => `$${first + at}::${type}[]`)
    .join(', ')})`;
}

/** The values of these parameters. */
export function listedValues(rows: readonly ListedRow[]): unknown[] {
  return LISTED_COLUMNS.map((name) => rows.map((row) => row[name]));
}

const insertListed = statement(
  'authorization.insert-listed',
  `insert into listed_authorizations (${LISTED_COLUMNS.join(', ')})
   select * from ${listedFrom(1)}
   on conflict do nothing
   returning bank_id, decided_at, message_key, account_id`,
);

/** Adds those that are not there yet, and answers which these are. */
export async function insertListedRows(
  tx: Tx,
  rows: readonly ListedRow[],
): Promise<Pick<ListedRow, 'bank_id' | 'decided_at' | 'message_key' | 'account_id'>[]> {
  return await tx.query(insertListed, listedValues(rows));
}

const updateListed = statement(
  'authorization.update-listed',
  `update listed_authorizations l set state = n.state
     from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::"char"[])
            as n (bank_id, decided_at, message_key, account_id, state)
    where l.bank_id = n.bank_id and l.decided_at = n.decided_at and l.message_key = n.message_key
      and l.account_id = n.account_id and l.state <> n.state`,
);

/** Brings the state of those that are there up to date. */
export async function updateListedRows(tx: Tx, rows: readonly ListedRow[]): Promise<void> {
  await tx.query(updateListed, [
    rows.map((row) => row.bank_id),
    rows.map((row) => row.decided_at),
    rows.map((row) => row.message_key),
    rows.map((row) => row.account_id),
    rows.map((row) => row.state),
  ]);
}
