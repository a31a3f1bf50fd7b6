import { cancelBacktest } from './cancel-backtest.ts';
import { listBacktests } from './list-backtests.ts';
import { listDifferences } from './list-differences.ts';
import { readBacktest } from './read-backtest.ts';
import { startBacktest } from './start-backtest.ts';

export * from './backtest-run.ts';
export * from './cancel-backtest.ts';
export * from './list-backtests.ts';
export * from './list-differences.ts';
export * from './read-backtest.ts';
export * from './start-backtest.ts';

export const BACKTEST_OPERATIONS = [
  startBacktest,
  listBacktests,
  readBacktest,
  listDifferences,
  cancelBacktest,
] as const;
