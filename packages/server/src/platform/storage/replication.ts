import { queryOne } from './query-one.ts';
import { statement } from './statement.ts';
import type { Tx } from './tx.ts';

/** The replication state of the database. `waiting`: commits wait for a standby that is not connected. */
export const REPLICATION_STATES = ['none', 'asynchronous', 'synchronous', 'waiting'] as const;
export type ReplicationState = (typeof REPLICATION_STATES)[number];

interface ReplicationRow {
  names: string;
  commit: string;
  standbys: number;
  synchronous: number;
  lag_bytes: string | null;
  lag_seconds: number | null;
}

export interface Replication {
  readonly state: ReplicationState;
  readonly standbys: number;
  /** The lag of the slowest standby; null if there is none, or if the login may not see it. */
  readonly lagBytes: number | null;
  readonly lagSeconds: number | null;
}

/** Logins without `pg_read_all_stats` see that a standby exists, but not its kind. */
const selectReplication = statement(
  'storage.select-replication',
  `select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commit,
          count(r.pid)::int as standbys,
          (count(*) filter (where r.pid is not null and coalesce(r.sync_state, 'sync') in ('sync', 'quorum')))::int
            as synchronous,
          max(pg_wal_lsn_diff(pg_current_wal_lsn(), r.flush_lsn))::text as lag_bytes,
          max(extract(epoch from r.flush_lag))::float8 as lag_seconds
     from (select) as always left join pg_stat_replication r on true`,
);

export async function readReplication(tx: Tx): Promise<Replication> {
  const row = await queryOne<ReplicationRow>(tx, selectReplication, []);
  return {
    state: stateOf(row),
    standbys: row.standbys,
    lagBytes: row.lag_bytes === null ? null : Number(row.lag_bytes),
    lagSeconds: row.lag_seconds,
  };
}

function stateOf({ names, commit, standbys, synchronous }: ReplicationRow): ReplicationState {
  if (names === '' || commit === 'off' || commit === 'local') return standbys === 0 ? 'none' : 'asynchronous';
  return synchronous > 0 ? 'synchronous' : 'waiting';
}
