import { defineRest } from '../operation.ts';
import { oneOf, record, text } from '../schema/fields.ts';
import { backtestPath } from './backtest-run.ts';
import { RUN_STATES } from './run-states.ts';

export const cancelBacktest = defineRest({
  id: 'backtests.cancel-backtest',
  sdk: 'backtests.cancel',
  title: 'Cancel a backtest',
  description: 'Cancels a backtest that is waiting or running. A backtest that has ended does not change.',
  reference: 'docs/interface/backtests.md#cancel',
  method: 'DELETE',
  path: '/backtests/{backtest_id}',
  scope: 'authorizations:read',
  params: backtestPath,
  response: record({
    backtest_id: text(36, { description: 'Id of the backtest' }),
    state: oneOf(RUN_STATES, {
      component: 'BacktestState',
      description: 'CANCELLED, or the state in which the backtest ended earlier',
    }),
  }),
  takesIdempotencyKey: true,
  errors: ['backtest_not_found'],
});
