import type { TestDatabase } from './test-database.ts';
import { isOnCitus } from './test-nodes.ts';

const WAITS = `select coalesce(json_agg(extract(epoch from clock_timestamp() - query_start)), '[]')::text as seconds
  from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const WAITS_OF_NODES = `select result as seconds from run_command_on_all_nodes($1)`;

/** Returns for how many seconds statements of this database have waited for locks of other transactions, on all its nodes. */
export async function waitsForLocks({ sql }: Pick<TestDatabase, 'sql'>): Promise<number[]> {
  const rows = isOnCitus()
    ? await sql<{ seconds: string }>(WAITS_OF_NODES, [WAITS])
    : await sql<{ seconds: string }>(WAITS);
  return rows.flatMap(({ seconds }) => JSON.parse(seconds) as number[]);
}
