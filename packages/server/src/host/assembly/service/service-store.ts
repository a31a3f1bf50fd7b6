import { queryOne, statement, type Tx } from '../../../platform/storage/index.ts';

interface DatabaseFacts {
  readonly version: string;
  readonly bytes: bigint;
  readonly archived_at: Date | null;
  readonly archive_failed_at: Date | null;
}

const selectDatabase = statement(
  'service.select-database',
  `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
          last_archived_time as archived_at,
          case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time end
            as archive_failed_at
     from pg_stat_archiver`,
);

export function readDatabaseFacts(tx: Tx): Promise<DatabaseFacts> {
  return queryOne<DatabaseFacts>(tx, selectDatabase, []);
}
