import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';
import { explainSpawnFailure, runningAs } from './environment.ts';
import { PORT } from './options.ts';
import { openServerLog } from './server-log.ts';

const FAST_SHUTDOWN_MS = 8_000;
const IMMEDIATE_SHUTDOWN_MS = 8_000;

export interface PostmasterSpec {
  readonly postgres: string;
  readonly dataPath: string;
  readonly socketDirectory: string;
  readonly account: Account | undefined;
  readonly parameters: Record<string, string>;
}

/** A running server process that we started. */
export interface Postmaster {
  /** Returns undefined if the server could not be started, or has ended. */
  pid(): number | undefined;
  /** Resolves with a description of how the server ended. */
  readonly ended: Promise<string>;
  lastLogLines(): string;
  shutDown(): Promise<void>;
  /** Sends a signal without waiting for its effect. */
  signal(signal: NodeJS.Signals): void;
}

export function startPostmaster(spec: PostmasterSpec): Postmaster {
  const log = openServerLog(spec.dataPath, spec.account);
  // Starts the server in its own session. Ctrl-C in a terminal signals all processes of a session, and must reach only
  // this process, because it stops taking requests before it stops the database.
  const child = spawn(spec.postgres, ['-D', spec.dataPath, ...settings(spec)], {
    ...runningAs(spec.account, spec.dataPath),
    detached: true,
    stdio: ['ignore', log.descriptor, log.descriptor],
  });
  // The server process does not prevent this process from exiting. Code that waits for it uses timers.
  child.unref();
  let isAlive = child.pid !== undefined;
  let lastLines = '';
  const ended = new Promise<string>((resolve) => {
    const finish = (how: string) => {
      isAlive = false;
      lastLines = log.lastLines();
      log.close();
      resolve(how);
    };
    child.once('error', (error) => {
      if (child.pid === undefined) finish(explainSpawnFailure(error, 'postgres'));
    });
    child.once('exit', (code, signal) => finish(signal ? `killed by ${signal}` : `exit code ${code}`));
  });

  const signal = (name: NodeJS.Signals) => {
    if (isAlive) child.kill(name);
  };
  const endsWithin = async (milliseconds: number) => {
    const timer = new AbortController();
    const timeout = delay(milliseconds, false, { signal: timer.signal }).catch(() => false);
    const hasEnded = await Promise.race([ended.then(() => true), timeout]);
    timer.abort();
    return hasEnded;
  };
  return {
    pid: () => (isAlive ? child.pid : undefined),
    ended,
    lastLogLines: () => (isAlive ? log.lastLines() : lastLines),
    signal,
    async shutDown() {
      signal('SIGINT');
      if (await endsWithin(FAST_SHUTDOWN_MS)) return;
      signal('SIGQUIT');
      if (await endsWithin(IMMEDIATE_SHUTDOWN_MS)) return;
      signal('SIGKILL');
      await endsWithin(IMMEDIATE_SHUTDOWN_MS);
    },
  };
}

function settings(spec: PostmasterSpec): string[] {
  const all = {
    log_line_prefix: '%m [%p] ',
    ...spec.parameters,
    // Parameters of the caller must not change how the server is reached.
    logging_collector: 'off',
    log_destination: 'stderr',
    listen_addresses: '',
    port: String(PORT),
    unix_socket_permissions: '0700',
    unix_socket_directories: `"${spec.socketDirectory.replaceAll('"', '""')}"`,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
