import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { BacktestRun, backtestPath } from './backtest-run.ts';

export const readBacktest = defineRest({
  id: 'backtests.read-backtest',
  sdk: 'backtests.retrieve',
  title: 'A backtest of the bank',
  description:
    'Shows how far a backtest is, and its result once it is done; that of a rule that was proposed also to who approves rules.',
  reference: 'docs/interface/backtests.md#read',
  method: 'GET',
  path: '/backtests/{backtest_id}',
  scope: 'authorizations:read',
  partScope: 'rules:approve',
  params: backtestPath,
  query: record({}),
  refusesUnknownQuery: true,
  request: null,
  response: BacktestRun,
  errors: ['backtest_not_found'],
});
