import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { CountableRow } from './count-decisions.ts';

type CountableGroup = CountableRow & { readonly decisions: bigint };

const insertUncountedDecisions = statement(
  'authorization.insert-uncounted',
  `insert into uncounted_authorizations (bank_id, decided_at, action_code, rule, channel, country, mcc, currency, decisions,
     billing_minor)
   select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
     $9::bigint[], $10::bigint[])`,
);

/** Records decisions to be counted later. */
export async function recordUncountedDecisions(tx: Tx, rows: readonly CountableGroup[]): Promise<void> {
  const column = <K extends keyof CountableGroup>(name: K) => rows.map((row) => row[name]);
  await tx.query(insertUncountedDecisions, [
    column('bank_id'),
    column('decided_at'),
    column('action_code'),
    column('rule'),
    column('channel'),
    column('country'),
    column('mcc'),
    column('currency'),
    column('decisions'),
    column('billing_minor'),
  ]);
}

const takeUncountedStatement = statement(
  'authorization.take-uncounted',
  `delete from uncounted_authorizations where bank_id = any($1::text[])
   returning bank_id, decided_at, action_code, rule, channel, country, mcc, currency, decisions, billing_minor`,
);

/** Deletes and returns the recorded decisions of these banks. */
export function takeUncountedDecisions(tx: Tx, bankIds: readonly string[]): Promise<CountableGroup[]> {
  return tx.query(takeUncountedStatement, [bankIds]);
}

const selectAnyUncountedDecision = statement(
  'authorization.select-any-uncounted',
  'select 1 from uncounted_authorizations limit 1',
);

export async function hasUncountedDecisions(tx: Tx): Promise<boolean> {
  return (await tx.query(selectAnyUncountedDecision, [])).length > 0;
}

const deleteUncountedStatement = statement(
  'authorization.delete-uncounted',
  'delete from uncounted_authorizations where bank_id = $1 and decided_at >= $2 and decided_at < $3',
);

export async function deleteUncountedDecisions(tx: Tx, bankId: string, from: Date, to: Date): Promise<void> {
  await tx.query(deleteUncountedStatement, [bankId, from, to]);
}
