import { statement, type Tx } from '../../../platform/storage/index.ts';
import { onePostgres, statementForCitus } from '../message/citus-statements.ts';
import { UNKNOWN_BANK } from '../message/resolved-message.ts';
import type { IndexRow } from '../records/indexed-authorization.ts';
import { PENDING_AUTHORIZATIONS, type PendingBatch, pendingValues } from '../records/pending-decision-store.ts';
import { PENDING_FIELDS } from '../records/pending-fields.ts';
import type { CountableRow } from '../statistics/count-decisions.ts';
import { SLOT_START } from '../statistics/statistics-store.ts';

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

const insertRows = statement(
  'authorization.insert-indexed',
  `insert into listed_authorizations (${INDEX_COLUMNS.join(', ')})
   select * from ${indexedFrom(1)}
   on conflict do nothing`,
);

/** Inserts rows that are not in the index yet. */
export async function insertIndexRows(tx: Tx, rows: readonly IndexRow[]): Promise<void> {
  await tx.query(insertRows, indexValues(rows));
}

const updateRows = statement(
  'authorization.update-indexed',
  `update listed_authorizations l set state = n.state
     from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::"char"[])
            as n (bank_id, decided_at, message_key, account_id, state)
    where l.bank_id = n.bank_id and l.decided_at = n.decided_at and l.message_key = n.message_key
      and l.account_id = n.account_id and l.state <> n.state`,
);

/** Updates the state of rows that are in the index. */
export async function updateIndexRows(tx: Tx, rows: readonly IndexRow[]): Promise<void> {
  await tx.query(updateRows, [
    rows.map((row) => row.bank_id),
    rows.map((row) => row.decided_at),
    rows.map((row) => row.message_key),
    rows.map((row) => row.account_id),
    rows.map((row) => row.state),
  ]);
}

/** The columns that a decision of a batch stored with its key; all others are columns of its authorization. */
const FROM_BATCH: ReadonlySet<string> = new Set(PENDING_FIELDS);

// Citus cannot aggregate the rows that a statement inserts. Batches of earlier versions have messages of no bank.
const insertPending = statement(
  'authorization.insert-indexed-of-batches',
  `${onePostgres('with inserted as (')}
   insert into listed_authorizations (${INDEX_COLUMNS.join(', ')})
   select ${INDEX_COLUMNS.map((name) => (FROM_BATCH.has(name) ? `n.${name}` : `z.${name}`)).join(', ')}
     from ${PENDING_AUTHORIZATIONS}
    where z.bank_id <> '${UNKNOWN_BANK}'
   on conflict do nothing
   returning bank_id, decided_at, action_code, rule, channel, country, mcc, currency, billing_minor
   ${onePostgres(`)
   select bank_id, ${SLOT_START} as decided_at, action_code, rule, channel, country, mcc, currency,
          sum(billing_minor)::bigint as billing_minor, count(*) as decisions
     from inserted group by 1, 2, 3, 4, 5, 6, 7, 8`)}`,
  { plannedEachTime: true },
);
const insertPendingOnCitus = { ...insertPending, text: statementForCitus(insertPending.text) };

/**
 * Inserts the decisions of batches in their present state, and returns those that were not in the index yet. A single
 * PostgreSQL merges equal ones. A decision that is in the index already has the state after its endings.
 */
export async function insertPendingDecisions(
  tx: Tx,
  batches: readonly PendingBatch[],
  isOnCitus: boolean,
): Promise<CountableRow[]> {
  return await tx.query(isOnCitus ? insertPendingOnCitus : insertPending, pendingValues(batches));
}

const updateEndedRows = statement(
  'authorization.update-indexed-of-endings',
  `update listed_authorizations l set state = e.state
     from (select z.bank_id, z.decided_at, z.message_key, z.account_id, z.state
             from ${PENDING_AUTHORIZATIONS} offset 0) e
    where (l.bank_id, l.decided_at, l.message_key, l.account_id) = (e.bank_id, e.decided_at, e.message_key, e.account_id)
      and l.decided_at between $2 and $3 and l.state <> e.state`,
  { plannedEachTime: true },
);

/** Updates the state of decisions whose reservation ended. One that is not in the index yet is inserted in its present state. */
export async function updatePendingEndings(tx: Tx, endings: readonly PendingBatch[]): Promise<void> {
  await tx.query(updateEndedRows, pendingValues(endings));
}
