// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { cancelBacktest, listBacktests, listDifferences, readBacktest, startBacktest } from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Backtests of other settings on the past messages of the bank. */
export interface BacktestCalls {
  /** Start a backtest. */
  readonly start: CallMethod<typeof startBacktest>;
  /** List backtests. */
  readonly list: PagedMethod<typeof listBacktests, 'items'>;
  /** Get a backtest. */
  readonly retrieve: CallMethod<typeof readBacktest, ['backtest_id']>;
  /** List differences of a backtest. */
  readonly listDifferences: PagedMethod<typeof listDifferences, 'items', ['backtest_id']>;
  /** Cancel a backtest. */
  readonly cancel: CallMethod<typeof cancelBacktest, ['backtest_id']>;
}

export function makeBacktests({ one, paged }: MethodFactory): BacktestCalls {
  return {
    start: one(startBacktest),
    list: paged(listBacktests, 'items'),
    retrieve: one(readBacktest, 'backtest_id'),
    listDifferences: paged(listDifferences, 'items', 'backtest_id'),
    cancel: one(cancelBacktest, 'backtest_id'),
  };
}
