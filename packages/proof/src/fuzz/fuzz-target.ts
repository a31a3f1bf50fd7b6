import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@cardwright/embedded-postgres';
import { MORE_BANKS } from '@cardwright/server/internal/testing/more-banks';
import type { Address } from './raw-connection.ts';

/** A real server in its own process, on a real database. */
export interface FuzzTarget {
  readonly address: Address;
  readonly child: ChildProcess;
  /** Registers a listener for each line that the server prints. */
  onLine(listener: (line: string) => void): void;
  /** How the server ended; undefined while it runs. */
  ended(): string | undefined;
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
const READY = /^ready http:\/\/([^:\s]+):(\d+)$/;
const START_MS = 120_000;
const STOP_MS = 15_000;

export async function startTarget(): Promise<FuzzTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'cardwright-fuzz-'));
  // If root starts the database, it runs under another account.
  await chmod(folder, 0o755);
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 20 })];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const parameters = { fsync: 'off', max_connections: '100' };
    const postgres = await startEmbeddedPostgres({ dataDir: folder, parameters, log: () => {} });
    undo.push(
      () => rm(postgres.dataPath, { recursive: true, force: true, maxRetries: 20 }),
      () => postgres.stop(),
    );
    const { host, user, database } = postgres.connection;
    const configuration = join(folder, 'more-banks.json');
    await writeFile(configuration, JSON.stringify(MORE_BANKS));
    const child = spawn(process.execPath, ['--max-semi-space-size=64', '--enable-source-maps', MAIN], {
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
        CARDWRIGHT_DATA_DIR: folder,
        CARDWRIGHT_CONFIG_FILE: configuration,
        CARDWRIGHT_LOG_LEVEL: 'debug',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    undo.push(() => end(child));
    return await ready(child, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ready(child: ChildProcess, stop: () => Promise<void>): Promise<FuzzTarget> {
  const listeners: ((line: string) => void)[] = [];
  let ended: string | undefined;
  const early: string[] = [];
  const address = await new Promise<Address>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the server was not ready in time:\n${early.join('\n')}`)),
      START_MS,
    );
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        const match = READY.exec(line);
        if (match !== null) resolve({ host: match[1] ?? '', port: Number(match[2]) });
        if (listeners.length === 0) early.push(line);
        for (const listener of listeners) listener(line);
      });
    }
    child.once('exit', (code, signal) => {
      ended = `the server ended with ${signal ?? code}`;
      clearTimeout(timer);
      reject(new Error(`${ended}:\n${early.join('\n')}`));
    });
    child.once('error', reject);
  });
  return { address, child, onLine: (listener) => void listeners.push(listener), ended: () => ended, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  child.kill('SIGTERM');
  await exited;
  clearTimeout(killTimer);
}
