// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { cancelBacktest } from './cancel-backtest.ts';
import { listBacktests } from './list-backtests.ts';
import { listDifferences } from './list-differences.ts';
import { readBacktest } from './read-backtest.ts';
import { startBacktest } from './start-backtest.ts';

export * from './cancel-backtest.ts';
export * from './list-backtests.ts';
export * from './list-differences.ts';
export * from './read-backtest.ts';
export * from './start-backtest.ts';

export const BACKTESTS_OPERATIONS = [
  startBacktest,
  listBacktests,
  readBacktest,
  listDifferences,
  cancelBacktest,
] as const;
