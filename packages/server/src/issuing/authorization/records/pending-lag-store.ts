import { queryOne, statement, type Tx } from '../../../platform/storage/index.ts';

const selectLag = statement(
  'authorization.select-pending-lag',
  `select count(*)::int as batches, min(decided_at) as oldest_at
     from (select decided_at from unlisted_authorizations order by unlisted_id limit $1) as pending`,
);

/** Counts the batches of decisions that are not indexed yet, up to a limit, and returns the time of the oldest one. */
export function readPendingLag(tx: Tx, limit: number): Promise<{ batches: number; oldest_at: Date | null }> {
  return queryOne<{ batches: number; oldest_at: Date | null }>(tx, selectLag, [limit]);
}
