import { queryOne, statement, type Tx } from '../storage/index.ts';

const selectUnsealed = statement(
  'audit.select-unsealed',
  `select count(*)::int as waiting, min(at) as since from (select at from audit_queue limit $1) as waiting_rows`,
);

/** Counts rows of the audit log that are not sealed yet, up to a limit. */
export async function countUnsealedRows(tx: Tx, most: number): Promise<{ waiting: number; since: Date | null }> {
  return await queryOne<{ waiting: number; since: Date | null }>(tx, selectUnsealed, [most]);
}
