import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cardwright/embedded-postgres';
import pg from 'pg';
import { processesIn } from '../../../server/src/testing/database/node-processes.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** A PostgreSQL server for one run, which faults may kill, stop and starve of resources. */
export interface ChaosDatabase {
  /** A direct connection, without a proxy. */
  readonly connection: () => EmbeddedPostgres['connection'];
  /** The socket, for a proxy. */
  readonly socket: () => string;
  readonly disk: SmallDisk | undefined;
  /** The log, which can also be read after a stop. */
  readonly log: () => string;
  postmasterPid(): number | undefined;
  /** The process ids of the postmaster and all its children. */
  processes(): number[];
  /** Waits until the database answers. If the database has given up, starts it again as an operator would. */
  answers(): Promise<void>;
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/** The maximum for a machine of this size. The servers use most of these connections. */
export const MAX_CONNECTIONS = 40;
const ANSWERS_MS = 60_000;
const PARAMETERS = {
  max_connections: String(MAX_CONNECTIONS),
  // The data is on a separate small disk.
  max_wal_size: '256MB',
};

export async function startChaosDatabase(folder: string): Promise<ChaosDatabase> {
  const disk = mountSmallDisk(folder);
  const dataDir = join(disk?.folder ?? folder, 'database');
  mkdirSync(dataDir, { mode: 0o755 });
  let isAbandoned = false;
  const start = () =>
    startEmbeddedPostgres({
      dataDir,
      parameters: PARAMETERS,
      log: ({ message }) => {
        isAbandoned ||= message.includes('is not restarted');
      },
    });
  let postgres = await start().catch((error) => {
    disk?.unmount();
    throw error;
  });

  const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ ...postgres.connection, statement_timeout: 60_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  const answers = async () => {
    const until = Date.now() + ANSWERS_MS;
    for (;;) {
      if (isAbandoned) {
        isAbandoned = false;
        await postgres.stop();
        postgres = await start();
      }
      const isThere = await sql('select 1').then(
        () => true,
        () => false,
      );
      if (isThere) return;
      if (Date.now() > until) throw new Error('the database did not come back');
      await delay(100);
    }
  };
  const log = () => readFileSync(join(postgres.dataPath, 'postgres.log'), 'utf8');
  let stopping: Promise<void> | undefined;
  let logged: string | undefined;
  return {
    connection: () => postgres.connection,
    socket: () => join(postgres.connection.host, `.s.PGSQL.${postgres.connection.port}`),
    disk,
    log: () => logged ?? log(),
    postmasterPid: () => postgres.postmasterPid(),
    processes: () => processesIn(postgres.dataPath),
    answers,
    sql,
    stop: () => {
      stopping ??= postgres.stop().finally(() => {
        logged = log();
        disk?.unmount();
      });
      return stopping;
    },
  };
}
