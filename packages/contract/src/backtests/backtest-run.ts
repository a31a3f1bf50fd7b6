import Type, { type Static, type TSchema } from 'typebox';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import { ProvisioningBacktest } from '../tokens/provisioning-backtest.ts';
import { RUN_STATES } from './run-states.ts';

/** Maximum number of merchants that a result names. */
export const MAX_REPORTED_MERCHANTS = 100;
/** A run stores at most this many differences, and counts all of them. */
export const MAX_STORED_DIFFERENCES = 10_000;

const count = (description: string) => Type.Integer({ description });
const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const time = (description: string) => text(24, { description });

const Sum = record(
  { count: count('Decisions'), amount: text(30, { description: 'Sum of billing amounts, decimal text' }) },
  { component: 'SumOfDecisions' },
);
const currency = text(3, { description: 'Currency of the accounts, ISO 4217' });

const shifted = {
  currency,
  newly_declined: record(Sum.properties, { component: 'SumOfDecisions', description: 'Originally approved' }),
  newly_approved: record(Sum.properties, { component: 'SumOfDecisions', description: 'Originally declined' }),
  otherwise_declined: count('Declined originally and under the proposal, by different rules'),
};

const outcome = (description: string) =>
  record(
    {
      action_code: text(2, { component: 'ActionCode' }),
      rule: text(24, { description: 'APPROVED, or the rule that declined' }),
    },
    { component: 'OutcomeOfDecision', description },
  );

const BacktestResult = record(
  {
    accounts: count('Number of accounts with replayed decisions'),
    accounts_refused: count('Number of accounts that could not have set the proposal and were replayed without it'),
    decisions: count('Number of stored decisions of the period that were replayed'),
    identical: count('Identical decisions, including all counters in their traces'),
    changed: count('Decisions with a different action code or rule'),
    not_replayed: count('Decisions from before the history of the account began'),
    other_rule_version: count('Decisions by another version of the rules than the current one'),
    approved: list(
      record(
        {
          currency,
          was: record(Sum.properties, { component: 'SumOfDecisions', description: 'Originally approved' }),
          would_be: record(Sum.properties, { component: 'SumOfDecisions', description: 'Approved under the proposal' }),
        },
        { component: 'ApprovedByCurrency' },
      ),
      { description: 'Amounts by currency' },
    ),
    by_rule: list(
      record(
        {
          was: outcome('Original decision'),
          would_be: outcome('Decision under the proposal'),
          currency,
          ...Sum.properties,
        },
        { component: 'ChangedByRule' },
      ),
      { description: 'Changed decisions by original and new deciding rule, most frequent first' },
    ),
    by_merchant: list(
      record(
        {
          merchant: text(15, { description: 'Card_Acceptor_Identification_Code' }),
          merchant_name_location: text(40, { description: 'Card_Acceptor_Name_Location of one of the messages' }),
          mcc: text(4, { description: 'Merchant_Type of the same message' }),
          ...shifted,
        },
        { component: 'ChangedByMerchant' },
      ),
      { description: `The ${MAX_REPORTED_MERCHANTS} merchants with the most changed decisions, most first` },
    ),
    by_day: list(
      record(
        {
          day: text(10, { description: "Day in the bank's time zone" }),
          decisions: count('Replayed'),
          changed: count('Changed'),
          ...shifted,
        },
        { component: 'ChangedByDay' },
      ),
      { description: 'All days with decisions, oldest first' },
    ),
    provisionings: optional(ProvisioningBacktest),
    differences_kept: count(`Number of differences that can be listed, at most ${MAX_STORED_DIFFERENCES}`),
  },
  { component: 'BacktestResult' },
);
export type BacktestResult = Static<typeof BacktestResult>;

export const BacktestRun = record(
  {
    backtest_id: text(36, { description: 'Id of the backtest' }),
    state: oneOf(RUN_STATES, { component: 'BacktestState', description: 'State of the backtest' }),
    done: count('Number of decisions replayed so far'),
    total: orNull(Type.Integer(), 'Approximate number of decisions to replay; null before the start'),
    from: orNull(text(24), 'Start of the period as requested, ISO 8601 UTC'),
    to: time('End of the period'),
    asked_at: time('Time of the request, ISO 8601 UTC'),
    asked_by: text(200, { description: 'Person or caller that requested the backtest' }),
    asked_by_name: optional(text(200, { description: 'Name of that person' })),
    ended_at: orNull(text(24), 'Time at which the backtest ended; null while it runs'),
    proposal: Type.Record(Type.String(), Type.Unknown(), { description: 'Proposal as sent' }),
    accounts: optional(list(text(64), { description: 'Accounts as requested' })),
    failure: optional(text(200, { description: 'Reason for the failure' })),
    result: optional(BacktestResult),
  },
  { component: 'BacktestRun' },
);
export type BacktestRun = Static<typeof BacktestRun>;

export const backtestPath = record({ backtest_id: text(36, { description: 'Id of the backtest' }) });
