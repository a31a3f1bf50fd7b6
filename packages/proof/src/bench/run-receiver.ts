import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReceiverReport } from './receiver-report.ts';

const RECEIVER = fileURLToPath(new URL('./notification-receiver.js', import.meta.url));

interface Count {
  readonly received: number;
  readonly atMs: number;
}

export interface ReceiverProcess {
  readonly url: string;
  readonly pid: number;
  /** The number of notifications that the receiver has answered so far. */
  count(): Promise<Count>;
  /** The age of each event on arrival, since the last call. */
  lags(): Promise<readonly number[]>;
  /** Resolves to the arrival time of this notification at the timed path. Call it before the notification is sent. */
  arrival(id: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the receiver in a process of its own. */
export async function startReceiverProcess(): Promise<ReceiverProcess> {
  const child = fork(RECEIVER, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const counting: ((count: Count) => void)[] = [];
  const lagRequests: ((lagsMs: readonly number[]) => void)[] = [];
  const pending = new Map<string, (atMs: number) => void>();
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (report: ReceiverReport) => {
      if (report.kind === 'listening') resolve(report.port);
      else if (report.kind === 'counted') counting.shift()?.(report);
      else if (report.kind === 'lags') lagRequests.shift()?.(report.lagsMs);
      else pending.get(report.id)?.(report.atMs);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the receiver ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    count: () =>
      new Promise((resolve) => {
        counting.push(resolve);
        child.send('count');
      }),
    lags: () =>
      new Promise((resolve) => {
        lagRequests.push(resolve);
        child.send('lags');
      }),
    arrival: (id) => new Promise((resolve) => pending.set(id, resolve)),
    stop: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  await ended;
}
