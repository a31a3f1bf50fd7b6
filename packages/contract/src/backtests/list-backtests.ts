import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { itemsQuery, pageOf } from '../schema/page.ts';
import { BacktestRun } from './backtest-run.ts';

const { result: _, ...ofEveryRun } = BacktestRun.properties;

const BacktestListItem = record(
  {
    ...ofEveryRun,
    changed: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Number of decisions that differ; null without a result',
    }),
  },
  { component: 'BacktestListItem', extending: BacktestRun },
);
export type BacktestListItem = Static<typeof BacktestListItem>;

export const listBacktests = defineRest({
  id: 'backtests.list-backtests',
  sdk: 'backtests.list',
  title: 'List backtests',
  description: 'Lists the backtests of the bank without their results, newest first.',
  reference: 'docs/interface/backtests.md#list',
  method: 'GET',
  path: '/backtests',
  scope: 'authorizations:read',
  query: record({ ...itemsQuery }),
  refusesUnknownQuery: true,
  response: pageOf(BacktestListItem),
});
