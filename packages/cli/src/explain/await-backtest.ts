import { setTimeout as sleep } from 'node:timers/promises';
import type { BacktestRun } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import { printMessage } from '../output/print.ts';

const POLL_INTERVAL_MS = 500;

export interface AwaitOptions {
  /** An interruption cancels the run at the gateway. */
  readonly stopped: AbortSignal;
  /** The prefix of each progress line on standard error. Undefined for no progress. */
  readonly progress?: string | undefined;
}

/**
 * Waits for the end of a backtest of the bank, and reports its progress.
 *
 * @returns the run, which is cancelled if `stopped` was aborted
 *
 * @example
 * const stopped = untilInterrupted();
 * const run = await awaitBacktest(client, await client.backtests.start(request), { stopped, progress: '' });
 */
export async function awaitBacktest(
  client: Cardwright,
  started: BacktestRun,
  { stopped, progress }: AwaitOptions,
): Promise<BacktestRun> {
  const { backtest_id: id } = started;
  let lastLine = '';
  for (let run = started; ; run = await client.backtests.retrieve(id)) {
    if (run.state !== 'WAITING' && run.state !== 'RUNNING') return run;
    if (stopped.aborted) {
      await client.backtests.cancel(id);
      return await client.backtests.retrieve(id);
    }
    const line = run.total === null ? 'Queued' : `${run.done} of ${run.total} decisions`;
    if (progress !== undefined && line !== lastLine) printMessage(`${progress}${line}`);
    lastLine = line;
    await sleep(POLL_INTERVAL_MS, undefined, { signal: stopped }).catch(() => undefined);
  }
}
