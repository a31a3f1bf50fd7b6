// Written by scripts/write-docs.mjs from the operations of the contract. Do not edit it.
import { cancelBacktest, listBacktests, listDifferences, readBacktest, startBacktest } from '@cardwright/contract';
import type { CallMethod, MethodMaker, PagedMethod } from '../call-method.ts';

/** Backtests of other settings on the past messages of the bank. */
export interface BacktestCalls {
  /** Start a backtest of the bank. */
  readonly start: CallMethod<typeof startBacktest>;
  /** Backtests of the bank. */
  readonly list: PagedMethod<typeof listBacktests, 'items'>;
  /** A backtest of the bank. */
  readonly retrieve: CallMethod<typeof readBacktest, ['backtest_id']>;
  /** Decisions that a backtest changed. */
  readonly listDifferences: PagedMethod<typeof listDifferences, 'items', ['backtest_id']>;
  /** Cancel a backtest of the bank. */
  readonly cancel: CallMethod<typeof cancelBacktest, ['backtest_id']>;
}

export function makeBacktests({ one, paged }: MethodMaker): BacktestCalls {
  return {
    start: one(startBacktest),
    list: paged(listBacktests, 'items'),
    retrieve: one(readBacktest, 'backtest_id'),
    listDifferences: paged(listDifferences, 'items', 'backtest_id'),
    cancel: one(cancelBacktest, 'backtest_id'),
  };
}
