import { statement, type Tx } from '../storage/index.ts';

/** A deviation of a caller, counted for a day. */
export interface CountedWarning {
  bankId: string;
  caller: string;
  operation: string;
  path: string;
  rule: string;
  count: bigint;
  firstAt: Date;
  lastAt: Date;
}

const upsertWarnings = statement(
  'operation.add-warnings',
  `insert into contract_warnings (bank_id, on_day, caller, operation, path, rule, occurrences, first_at, last_at)
   select * from unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
                        $8::timestamptz[], $9::timestamptz[])
   on conflict (bank_id, on_day, caller, operation, path, rule) do update
     set occurrences = contract_warnings.occurrences + excluded.occurrences, last_at = excluded.last_at`,
);

/** Adds counts to those of their days. The rows must have the same order on all servers. */
export async function addWarnings(tx: Tx, rows: readonly CountedWarning[]): Promise<void> {
  await tx.query(upsertWarnings, [
    rows.map((row) => row.bankId),
    rows.map((row) => row.firstAt.toISOString().slice(0, 10)),
    rows.map((row) => row.caller),
    rows.map((row) => row.operation),
    rows.map((row) => row.path),
    rows.map((row) => row.rule),
    rows.map((row) => row.count),
    rows.map((row) => row.firstAt),
    rows.map((row) => row.lastAt),
  ]);
}

const selectWarnings = statement(
  'operation.select-warnings',
  `select caller, operation, path, rule, occurrences::int as count, first_at, last_at from contract_warnings
    where bank_id = $1 order by last_at desc, operation, path, rule, caller limit 1000`,
);

export interface WarningEntry {
  caller: string;
  operation: string;
  path: string;
  rule: string;
  count: number;
  first_at: Date;
  last_at: Date;
}

/** Returns the bank's warnings, newest first, at most 1000. */
export function readWarnings(tx: Tx, bankId: string): Promise<WarningEntry[]> {
  return tx.query(selectWarnings, [bankId]);
}

const deleteWarningsStatement = statement(
  'operation.delete-warnings',
  'delete from contract_warnings where bank_id = $1 and on_day < $2::date',
);

/** Deletes the warnings of earlier days. */
export async function deleteWarnings(tx: Tx, bankId: string, before: Date): Promise<void> {
  await tx.query(deleteWarningsStatement, [bankId, before.toISOString().slice(0, 10)]);
}
