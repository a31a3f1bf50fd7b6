import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DATABASE, type Log, PORT, USER } from './options.ts';
import type { Postmaster } from './postmaster.ts';
import { readPostmasterFile } from './postmaster-file.ts';

const POLL_MS = 20;
const REPORT_EVERY_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;
const NO_SUCH_DATABASE = '3D000';

/**
 * Resolves to true when the server accepts connections, and to false if it ended first. There is no time limit while
 * the server is alive: recovery of a large database after a crash can take long, and killing the server would make it
 * start again from the beginning.
 */
export async function becomesReady(postmaster: Postmaster, dataPath: string, log: Log): Promise<boolean> {
  let reportAt = Date.now() + REPORT_EVERY_MS;
  for (;;) {
    const pid = postmaster.pid();
    if (pid === undefined) return false;
    const file = readPostmasterFile(dataPath);
    if (file?.pid === pid && file.isReady) return true;
    if (Date.now() >= reportAt) {
      reportAt += REPORT_EVERY_MS;
      log({ level: 'info', message: 'the database is still starting', detail: { pid, says: lastLine(postmaster) } });
    }
    await delay(POLL_MS);
  }
}

function lastLine(postmaster: Postmaster): string {
  return postmaster.lastLogLines().split('\n').at(-1) ?? '';
}

/**
 * Creates the database if it is missing, which also proves that connections work. The creation of the cluster cannot
 * include this step, because initdb creates only its default databases.
 */
export async function ensureDatabase(socketDirectory: string): Promise<void> {
  try {
    await withClient(socketDirectory, DATABASE, () => Promise.resolve());
  } catch (error) {
    if ((error as { code?: string }).code !== NO_SUCH_DATABASE) throw error;
    await withClient(socketDirectory, 'postgres', (client) => client.query(`CREATE DATABASE ${DATABASE}`));
  }
}

async function withClient(
  host: string,
  database: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ host, port: PORT, user: USER, database, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A connection that breaks while idle emits an error event, which would otherwise end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
