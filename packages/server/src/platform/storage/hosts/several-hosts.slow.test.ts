import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { installedPostgres } from '../../../testing/database/installed-postgres.ts';
import { type PostgresPair, startPair } from '../../../testing/database/postgres-pair.ts';
import { runCommand } from '../../../testing/system/command.ts';
import { canRun } from '../../../testing/system/installed-program.ts';
import { dataFolder, runServer, type ServerProcess, startServer } from '../../../testing/system/server-process.ts';
import { WITHIN } from '../../../testing/within.ts';
import { type Database, openDatabase } from '../database.ts';

const NEEDED = 'that needs a PostgreSQL, 15 or later, with its programs (on Debian: apt-get install postgresql)';
const WHOLE_MS = 180_000;

const where = { name: 'test.where', text: 'select inet_server_port() as port, pg_backend_pid() as pid' };

let folder: string;
let pair: PostgresPair;

if (canRun('A database with several hosts', installedPostgres(), NEEDED)) {
  beforeAll(async () => {
    const programs = installedPostgres();
    if (programs === undefined) throw new Error(NEEDED);
    folder = dataFolder();
    pair = await startPair(programs, folder);
  }, WHOLE_MS);
  afterAll(async () => {
    await pair?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The standby is first, so that the order does not help. */
  const url = () => {
    const [primary, standby] = [pair.primary().front.port, pair.standby().front.port];
    return `postgres://cardwright@127.0.0.1:${standby},127.0.0.1:${primary}/cardwright?target_session_attrs=read-write`;
  };
  const environment = () => ({ DATABASE_URL: url(), CARDWRIGHT_DATA_DIR: folder, CARDWRIGHT_LOG_LEVEL: 'warn' });
  const portOf = async (database: Database) => (await database.query<{ port: number }>(where, []))[0]?.port;

  it(
    'servers, migrations and commands find the primary, whatever its position among the hosts',
    async () => {
      const server: ServerProcess = await startServer(environment());
      try {
        expect((await server.request({ url: '/readyz' })).status).toBe(200);
        const { code, stdout } = await runCommand(['doctor'], environment());
        expect([code, stdout]).toEqual([0, expect.stringMatching(/^pass +replication +synchronous, 1 standby$/m)]);
      } finally {
        await server.kill();
      }
    },
    WHOLE_MS,
  );

  it(
    'every connection goes to the promoted host after a kill, and after a freeze from which the old primary resumes',
    async () => {
      const lost: string[] = [];
      const database = openDatabase({
        connection: { connectionString: url() },
        maxConnections: 3,
        statementTimeoutMs: 10_000,
        onError: (error) => lost.push(error.message),
      });
      try {
        expect(await portOf(database)).toBe(pair.primary().port);
        await pair.primary().kill();
        await pair.promote();
        await vi.waitFor(async () => expect(await portOf(database)).toBe(pair.primary().port), WITHIN);
        await pair.rebuild();

        const listener = await database.connect({ unlimited: true });
        const ended = new Promise((resolve) => listener.once('end', resolve));
        const old = pair.primary();
        old.freeze();
        await pair.promote();
        // the connection is idle, so only a probe can notice this
        await ended;
        // a connection that was just taken from the pool may be among those that were cut
        await vi.waitFor(async () => expect(await portOf(database)).toBe(pair.primary().port), WITHIN);
        old.wake();
        const oldClient = new pg.Client(old.connection);
        await oldClient.connect();
        expect((await oldClient.query('select pg_is_in_recovery() as standby')).rows).toEqual([{ standby: false }]);
        await oldClient.end();
        for (let times = 0; times < 20; times++) {
          const client = await database.connect({});
          const { rows } = await client.query(where.text);
          await client.end();
          expect(rows[0].port).toBe(pair.primary().port);
        }
        await pair.rebuild();
        expect(lost).toContainEqual(
          expect.stringMatching(/^the primary of the database is 127\.0\.0\.1:\d+ now, timeline 3$/),
        );
      } finally {
        await database.close();
      }
    },
    WHOLE_MS,
  );

  it(
    'a start without a primary reports for every host why it is not the primary',
    async () => {
      const { code, output } = await runServer({
        ...environment(),
        DATABASE_URL: `postgres://cardwright@127.0.0.1:${pair.standby().front.port},127.0.0.1:1/cardwright`,
      });
      expect(code).toBe(1);
      expect(output).toContain(
        `cannot connect to the database of DATABASE_URL: no host of the database is its primary: ` +
          `127.0.0.1:${pair.standby().front.port} is a standby; 127.0.0.1:1 does not answer (connect ECONNREFUSED 127.0.0.1:1)`,
      );
    },
    WHOLE_MS,
  );
}
