import type { Implementations } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { cancelBacktestOperation } from './cancel-backtest.ts';
import { listBacktestsOperation } from './list-backtests.ts';
import { listDifferencesOperation } from './list-differences.ts';
import { readBacktestOperation } from './read-backtest.ts';
import { startBacktestOperation } from './start-backtest.ts';

export function backtestOperations({ banks }: { readonly banks: BankDirectory }): Implementations {
  return {
    rest: [
      startBacktestOperation(banks),
      listBacktestsOperation(banks),
      readBacktestOperation(banks),
      listDifferencesOperation(banks),
      cancelBacktestOperation(banks),
    ],
  };
}
