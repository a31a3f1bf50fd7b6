import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import { type ConnectionSettings, createQueuePoll, type Database } from '../../platform/storage/index.ts';
import {
  BACKTEST_CHANNEL,
  type BacktestRow,
  claimRun,
  endRun,
  failRuns,
  findBanksWithRuns,
  releaseRun,
} from './backtest-run-store.ts';
import { runOnThread } from './backtest-thread.ts';
import type { RunOrder } from './carry-out.ts';
import type { RunLease } from './run-lease.ts';

/** Polling finds runs that other servers accepted and runs of servers that are gone. */
const LOOK_EVERY_MS = 2_000;
const ABANDONED = 'no server could complete it: see the logs of the servers';

export interface BacktestRunnerDeps {
  readonly database: Database;
  readonly connection: ConnectionSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many runs this process carries out in parallel, each on its own thread. */
  readonly threads: number;
}

/** Carries out backtests, whichever server accepted the request. Several servers can run at once. */
export function createBacktestRunner(deps: BacktestRunnerDeps) {
  const { database, logger, clock, threads } = deps;
  const working = new Set<Promise<void>>();
  const ending = new AbortController();

  const look = async (): Promise<void> => {
    for (const bankId of await findBanksWithRuns(database)) {
      await failRuns(database, bankId, ABANDONED, clock.now());
      while (working.size < threads && !ending.signal.aborted) {
        const lease = randomUUID();
        const row = await claimRun(database, bankId, lease);
        if (row === undefined) break;
        begin(orderOf(bankId, lease, row));
      }
    }
  };
  const poll = createQueuePoll(database, look, {
    channel: BACKTEST_CHANNEL,
    everyMs: LOOK_EVERY_MS,
    onError: (error) => logger.warn({ err: error }, 'failed to read the backtest queue; retrying'),
  });
  const begin = (order: RunOrder) => {
    const work = carry(deps, order, ending.signal).finally(() => {
      working.delete(work);
      poll.kick();
    });
    working.add(work);
  };

  return {
    start: poll.start,
    /** Carries out the waiting runs. Resolves when no run is left. */
    idle: async () => {
      poll.kick();
      while (poll.running !== undefined || working.size > 0) await Promise.all([poll.running, ...working]);
    },
    /** Ends the threads and returns their runs to the queue, where another server restarts them. */
    stop: async () => {
      ending.abort();
      await poll.stop();
      await Promise.all(working);
    },
  };
}

function orderOf(bankId: string, lease: string, row: BacktestRow): RunOrder {
  return {
    bankId,
    backtestId: row.backtest_id,
    lease,
    from: row.from_at,
    to: row.to_at,
    proposal: JSON.parse(row.proposal) as RunOrder['proposal'],
    accounts: row.accounts,
  };
}

async function carry(
  { database, connection, clock, logger }: BacktestRunnerDeps,
  order: RunOrder,
  ended: AbortSignal,
): Promise<void> {
  const leased: RunLease = order;
  const run = { bank: order.bankId, backtest: order.backtestId };
  try {
    const outcome = await runOnThread(connection, order, ended);
    if (outcome !== undefined) await endRun(database, leased, outcome, clock.now());
  } catch (error) {
    if (!ended.aborted) logger.warn({ err: error, ...run }, 'backtest interrupted; it will start over');
    // if this fails, the lease expires and another server claims the run
    await releaseRun(database, leased, { wasTried: !ended.aborted }).catch(() => {});
  }
}
