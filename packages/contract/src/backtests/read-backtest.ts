import { defineRest } from '../operation.ts';
import { BacktestRun, backtestPath } from './backtest-run.ts';

export const readBacktest = defineRest({
  id: 'backtests.read-backtest',
  sdk: 'backtests.retrieve',
  title: 'Get a backtest',
  description:
    'Returns the progress of a backtest and, when it is done, its result. A caller that approves rules can also read the backtest of a proposed rule.',
  reference: 'docs/interface/backtests.md#read',
  method: 'GET',
  path: '/backtests/{backtest_id}',
  scope: 'authorizations:read',
  partScope: 'rules:approve',
  params: backtestPath,
  refusesUnknownQuery: true,
  response: BacktestRun,
  errors: ['backtest_not_found'],
});
