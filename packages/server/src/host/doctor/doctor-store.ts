import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';

export interface ServerFacts {
  version: string;
  version_number: number;
  encoding: string;
  database: string;
  login: string;
  is_superuser: boolean;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  wal_level: string;
  archive_mode: string;
  replicas: number;
  /** The most connections of all logins without superuser rights. */
  connections: number;
}

const selectServer = statement(
  'doctor.select-server',
  `select current_setting('server_version') as version, current_setting('server_version_num')::int as version_number,
          current_setting('server_encoding') as encoding, current_database() as database, session_user as login,
          (select rolsuper from pg_roles where rolname = session_user) as is_superuser,
          current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
          current_setting('synchronous_commit') as synchronous_commit, current_setting('wal_level') as wal_level,
          current_setting('archive_mode') as archive_mode, (select count(*)::int from pg_stat_replication) as replicas,
          least(
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
              - coalesce(current_setting('reserved_connections', true)::int, 0),
            (select nullif(rolconnlimit, -1) from pg_roles where rolname = session_user),
            (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
          ) as connections`,
);

export async function readServer(tx: Tx): Promise<ServerFacts> {
  return await queryOne<ServerFacts>(tx, selectServer, []);
}

const selectTime = statement('doctor.select-time', 'select clock_timestamp() as now');

export async function readDatabaseTime(tx: Tx): Promise<Date> {
  return (await queryOne<{ now: Date }>(tx, selectTime, [])).now;
}

const selectRights = statement(
  'doctor.select-rights',
  `select t.name as table_name, r.name as right_name
     from unnest($2::text[]) as t (name) cross join unnest($3::text[]) as r (name)
    where has_table_privilege($1::text, t.name, r.name)`,
);

/** Returns which of these rights a role has on these tables. */
export function readRights(
  tx: Tx,
  role: string,
  tables: readonly string[],
  rights: readonly string[],
): Promise<{ table_name: string; right_name: string }[]> {
  return tx.query(selectRights, [role, tables, rights]);
}

const selectRole = statement(
  'doctor.select-role',
  `select exists (select from pg_roles where rolname = $1) as is_there,
          coalesce((select pg_has_role(session_user, oid, 'member') from pg_roles where rolname = $1), false) as may_take`,
);

export async function readRole(tx: Tx, role: string): Promise<{ is_there: boolean; may_take: boolean }> {
  return await queryOne<{ is_there: boolean; may_take: boolean }>(tx, selectRole, [role]);
}

export interface CallerRow {
  client_id: string;
  acquirer_id: string | null;
  scopes: string[];
  disabled: boolean;
  /** Whether the caller has a secret or keys in the database. */
  may_sign_in: boolean;
}

const selectCallers = statement(
  'doctor.select-callers',
  `select client_id, acquirer_id, scopes, disabled, secret_hash is not null or jwks is not null as may_sign_in
     from oauth_clients order by client_id`,
);

export function readCallers(tx: Tx): Promise<CallerRow[]> {
  return tx.query(selectCallers, []);
}

const selectPendingPlastics = statement(
  'doctor.select-waiting-plastics',
  `select bank_id, count(*)::int as waiting from embossing_queue
    where run_number is null and left_out is null group by bank_id`,
);

/** Returns the number of cards that wait for an embossing file, by bank. */
export async function readPendingPlastics(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ bank_id: string; waiting: number }>(selectPendingPlastics, []);
  return new Map(rows.map((row) => [row.bank_id, row.waiting]));
}

const selectOverdueScreening = statement(
  'doctor.select-overdue-screening',
  `select acquirer_id, count(*)::int as waiting from merchants
    where next_screening_at <= $1 and (screening_leased_until is null or screening_leased_until < now())
    group by acquirer_id order by acquirer_id`,
);

/** Returns the number of merchants whose screening is overdue and not in progress, by acquirer. */
export function readOverdueScreening(tx: Tx, by: Date): Promise<{ acquirer_id: string; waiting: number }[]> {
  return tx.query(selectOverdueScreening, [by]);
}
