import type { Static } from 'typebox';
import { ChangedDecision } from '../authorization/backtest-account.ts';
import { defineRest } from '../operation.ts';
import { record, text } from '../schema/fields.ts';
import { itemsQuery, pageOf } from '../schema/page.ts';
import { backtestPath } from './backtest-run.ts';

const BacktestDifference = record(
  {
    account_number: text(64),
    currency: text(3, { description: 'Currency of the account, ISO 4217' }),
    merchant: text(15, { description: 'Card_Acceptor_Identification_Code' }),
    merchant_name_location: text(40, { description: 'Card_Acceptor_Name_Location' }),
    ...ChangedDecision.properties,
  },
  { component: 'BacktestDifference', extending: ChangedDecision },
);
export type BacktestDifference = Static<typeof BacktestDifference>;

export const listDifferences = defineRest({
  id: 'backtests.list-differences',
  sdk: 'backtests.listDifferences',
  title: 'List differences of a backtest',
  description: 'Lists the decisions that would differ, each with the deciding rule and its inputs, newest first.',
  reference: 'docs/interface/backtests.md#differences',
  method: 'GET',
  path: '/backtests/{backtest_id}/differences',
  scope: 'authorizations:read',
  partScope: 'rules:approve',
  params: backtestPath,
  query: record({ ...itemsQuery }),
  refusesUnknownQuery: true,
  response: pageOf(BacktestDifference),
  errors: ['backtest_not_found'],
});
