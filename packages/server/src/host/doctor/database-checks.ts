import { asOwner, SERVER_ROLE } from '../../platform/storage/index.ts';
import { readLiveHolders } from '../keys/index.ts';
import { type Check, type CheckSubject, failed, passed, warned } from './check.ts';
import { readDatabaseTime, readRights, readRole, readServer, type ServerFacts } from './doctor-store.ts';
import { replicationChecks } from './replication-check.ts';

const OLDEST_VERSION = 150_000;
/**
 * The connections in addition to the pool and the lanes: card lookup, approval codes, locked accounts, notifications,
 * hashes of decisions, and short use.
 */
const OTHER_CONNECTIONS = 6;
const CLOCK_WARN_MS = 1_000;
/** The clock difference above which access tokens and leases are judged wrongly. */
const CLOCK_FAIL_MS = 30_000;

/** Queries as the owner, because the servers' role may be missing. */
function server({ database }: CheckSubject): Promise<ServerFacts> {
  return asOwner(database, ({ transaction }) =>
    transaction(async (tx) => ({ commit: false, result: await readServer(tx) })),
  );
}

export const databaseChecks: readonly Check[] = [
  {
    name: 'database version',
    needs: 'database',
    run: async (subject) => {
      const { version, version_number: number } = await server(subject);
      return (number >= OLDEST_VERSION ? passed : failed)(`PostgreSQL ${version} (15 or later)`);
    },
  },
  {
    name: 'database encoding',
    needs: 'database',
    run: async (subject) => {
      const { encoding } = await server(subject);
      return encoding === 'UTF8'
        ? passed('UTF8')
        : failed(`${encoding}: names require UTF8; recreate the database with that encoding`);
    },
  },
  durability('fsync', 'a crash of the machine can lose decisions after their responses'),
  durability('full_page_writes', 'a page that was partly written when the machine crashed cannot be repaired'),
  durability('synchronous_commit', 'the server responds before decisions are on disk'),
  {
    name: 'archiving',
    needs: 'database',
    run: async (subject) => {
      const { wal_level: level, archive_mode: archive, replicas } = await server(subject);
      const summary = `wal_level ${level}, archive_mode ${archive}, ${replicas} replicas connected`;
      const isRecoverable = level !== 'minimal' && (archive !== 'off' || replicas > 0);
      if (isRecoverable || subject.settings.CARDWRIGHT_MODE === 'sandbox') return passed(summary);
      return warned(`${summary}: if the disk fails, everything after the last backup is lost`);
    },
  },
  ...replicationChecks,
  {
    name: 'database sessions',
    needs: 'database',
    run: async ({ database }) => {
      const how = await database.checkSessions({ asOwner: true });
      return passed(how === 'direct' ? 'no pooler in between' : 'preserved by the pooler in between');
    },
  },
  { name: 'database connections', needs: 'database', run: connections },
  { name: 'server role', needs: 'database', run: serverRole, isCreatedAtStart: () => true },
  { name: 'audit log append-only', needs: 'schema', run: appendOnly },
  { name: 'clock', needs: 'database', run: clockDifference },
];

function durability(name: 'fsync' | 'full_page_writes' | 'synchronous_commit', risk: string): Check {
  return {
    name,
    needs: 'database',
    run: async (subject) => {
      const value = (await server(subject))[name];
      return value === 'off' ? failed(`off: ${risk}; switch it on`) : passed(value);
    },
  };
}

async function connections(subject: CheckSubject) {
  const { settings, database } = subject;
  const { connections: allowed } = await server(subject);
  const each = settings.CARDWRIGHT_DATABASE_CONNECTIONS + settings.CARDWRIGHT_AUTHORIZATION_LANES + OTHER_CONNECTIONS;
  const servers = await readLiveHolders(database).then(
    (live) => Math.max(1, live.length),
    () => 1,
  );
  const needed = each * servers;
  const summary = `${needed} of ${allowed} for ${servers === 1 ? 'one server' : `${servers} servers`}`;
  if (needed <= allowed) return passed(summary);
  return failed(`${summary}: raise max_connections, or lower CARDWRIGHT_DATABASE_CONNECTIONS`);
}

async function serverRole(subject: CheckSubject) {
  const { login, is_superuser: isSuperuser } = await server(subject);
  const { is_there: isThere, may_take: mayTake } = await asOwner(subject.database, ({ transaction }) =>
    transaction(async (tx) => ({ commit: false, result: await readRole(tx, SERVER_ROLE) })),
  );
  if (!isThere)
    return failed(`there is no role ${SERVER_ROLE}: start the server once: it creates the role or says how`);
  if (!mayTake) return failed(`${login} may not take ${SERVER_ROLE}: grant ${SERVER_ROLE} to ${login}`);
  const summary = `${login} works as ${SERVER_ROLE}`;
  if (!isSuperuser || subject.settings.CARDWRIGHT_MODE === 'sandbox') return passed(summary);
  return warned(`${summary}, but is a superuser: let servers sign in as another login`);
}

const APPEND_ONLY = ['audit_log', 'audit_chain', 'audit_seals', 'audit_anchors'];

async function appendOnly({ database }: CheckSubject) {
  const rights = await readRights(database, SERVER_ROLE, APPEND_ONLY, ['UPDATE', 'DELETE', 'TRUNCATE']);
  const summaries = rights.map(({ table_name: table, right_name: right }) => `${right} on ${table}`);
  if (summaries.length === 0) return passed(`${SERVER_ROLE} can change and delete nothing in it`);
  return failed(`${SERVER_ROLE} has ${summaries.join(', ')}: restart the server: it revokes them`);
}

async function clockDifference({ database, systemNow }: CheckSubject) {
  const before = systemNow().getTime();
  const there = await asOwner(database, ({ transaction }) =>
    transaction(async (tx) => {
      await readDatabaseTime(tx);
      const from = systemNow().getTime();
      const at = (await readDatabaseTime(tx)).getTime();
      return { commit: false, result: at - (from + systemNow().getTime()) / 2 };
    }),
  );
  const off = Math.abs(there);
  const summary = `${(off / 1_000).toFixed(1)} s from the database's clock (${new Date(before).toISOString()})`;
  const mend = 'keep both in step with NTP';
  if (off > CLOCK_FAIL_MS) return failed(`${summary}: ${mend}`);
  return off > CLOCK_WARN_MS ? warned(`${summary}: ${mend}`) : passed(`${summary}; whether NTP runs was not checked`);
}
