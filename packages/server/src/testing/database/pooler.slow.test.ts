import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../platform/storage/index.ts';
import { authorize, balances, ecommerceMessage, issueCard } from '../cards/issued-cards.ts';
import { runCommand } from '../system/command.ts';
import { canRun } from '../system/installed-program.ts';
import { cleanUp, dataFolder, runServer, type ServerProcess, startServer } from '../system/server-process.ts';
import { installedPgbouncer, type Pgbouncer, startPgbouncer } from './installed-pgbouncer.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';

const NEEDED = 'that needs pgbouncer (on Debian: apt-get install pgbouncer)';
const REFUSED = 'Use session pooling (pgbouncer: pool_mode = session), or connect to the database itself';
/** The options that administrators let pgbouncer drop if a program cannot connect through it. */
const DROPPED = 'options, statement_timeout, search_path, extra_float_digits';

let folder: string;
let servers: ServerProcess[];
let poolers: Pgbouncer[];
let opened: Database[];
let behind: TestDatabase;
beforeEach(async () => {
  folder = dataFolder();
  servers = [];
  poolers = [];
  opened = [];
  behind = await testDatabase({ from: 'empty' });
});
afterEach(async () => {
  for (const database of opened) await database.close();
  await cleanUp(servers, folder);
  for (const pooler of poolers) await pooler.stop();
  await behind.close();
});

async function pooler(to: TestDatabase, options: Parameters<typeof startPgbouncer>[2]): Promise<Pgbouncer> {
  const program = installedPgbouncer();
  if (program === undefined) throw new Error(NEEDED);
  const started = await startPgbouncer(program, to.connection, options);
  poolers.push(started);
  return started;
}

const environmentOf = (url: string) => ({ CARDWRIGHT_DATA_DIR: folder, DATABASE_URL: url });

/** Ensures that the file has a test even if pgbouncer is not installed. */
it('a database without a pooler is distinguished from one behind a pooler', async () => {
  expect(await behind.database.checkSessions({ asOwner: true })).toBe('direct');
});

if (canRun('pgbouncer in front of the database', installedPgbouncer(), NEEDED)) {
  it.each(['', DROPPED])(
    'with session pooling, a server works as without a pooler, with these startup options dropped: %j',
    async (ignored) => {
      const { url } = await pooler(behind, { mode: 'session', ignored });
      const server = await startServer(environmentOf(url));
      servers.push(server);
      const card = await issueCard(server, { available: '1000.00' });
      expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
      expect(await balances(server, card.accountNumber)).toBe('975.00 25.00 1000.00');
      const verified = await runCommand(['audit', 'verify'], environmentOf(url));
      expect([verified.code, verified.stdout]).toEqual([0, expect.stringMatching(/^the audit log is intact$/m)]);
      server.child.kill('SIGTERM');
      expect(await server.ended).toEqual({ code: 0, signal: null });
    },
  );

  it.each(['transaction', 'statement'] as const)(
    'with %s pooling, servers and commands do not start, and name the required pooling',
    async (mode) => {
      const { url } = await pooler(behind, { mode, ignored: DROPPED });
      const { code, output } = await runServer(environmentOf(url));
      expect([code, output]).toEqual([1, expect.stringContaining(REFUSED)]);
      const tables = `select tablename from pg_tables where schemaname = 'public'`;
      expect(await behind.sql(tables)).toEqual([]);
      const command = await runCommand(['audit', 'verify'], environmentOf(url));
      expect([command.code, command.stderr]).toEqual([1, expect.stringContaining(REFUSED)]);
      const doctor = await runCommand(['doctor'], environmentOf(url));
      expect(doctor.stdout).toContain(REFUSED);
    },
  );

  it('every connection through a pooler has its role, its limit and its options', async () => {
    const migrated = await testDatabase();
    try {
      const { url } = await pooler(migrated, { mode: 'session', ignored: DROPPED });
      const options = encodeURIComponent('-c search_path=public,pg_temp -c work_mem=5MB');
      const database = openDatabase({
        connection: { connectionString: `${url}&options=${options}` },
        maxConnections: 3,
        statementTimeoutMs: 1_500,
        onError: () => {},
      });
      opened.push(database);
      const query = (text: string) => database.query<Record<string, string>>({ name: '', text }, []);
      await expect(query('delete from audit_log')).rejects.toMatchObject({ code: '42501' });
      await expect(query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
      const settings = `select current_user as user, current_setting('statement_timeout') as timeout,
                               current_setting('search_path') as path, current_setting('work_mem') as memory`;
      const expected = { user: 'cardwright_server', timeout: '1500ms', path: 'public,pg_temp', memory: '5MB' };
      expect(await query(settings)).toEqual([expected]);
      const own = await database.connect({ unlimited: true });
      expect((await own.query(settings)).rows).toEqual([{ ...expected, timeout: '0' }]);
      await own.end();
    } finally {
      for (const database of opened.splice(0)) await database.close();
      for (const one of poolers.splice(0)) await one.stop();
      await migrated.close();
    }
  });
}
