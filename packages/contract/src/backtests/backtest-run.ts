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
  newly_declined: record(Sum.properties, { component: 'SumOfDecisions', description: 'Approved then' }),
  newly_approved: record(Sum.properties, { component: 'SumOfDecisions', description: 'Declined then' }),
  otherwise_declined: count('Declined then and now, by another rule'),
};

const outcome = (description: string) =>
  record(
    {
      action_code: text(2, { component: 'ActionCode' }),
      rule: text(24, { description: 'APPROVED, or what declined' }),
    },
    { component: 'OutcomeOfDecision', description },
  );

const BacktestResult = record(
  {
    accounts: count('Accounts with decisions that were replayed'),
    accounts_refused: count('Those that could not have set the proposal: they were replayed without it'),
    decisions: count('Stored decisions of the period that were replayed'),
    identical: count('Identical bit for bit, with every counter that they saw'),
    changed: count('Different action code or rule'),
    not_replayed: count('Older than the history of their account'),
    other_rule_version: count('Decided by another version of the rules than the one now in force'),
    approved: list(
      record(
        {
          currency,
          was: record(Sum.properties, { component: 'SumOfDecisions', description: 'Approved then' }),
          would_be: record(Sum.properties, { component: 'SumOfDecisions', description: 'Approved under the proposal' }),
        },
        { component: 'ApprovedByCurrency' },
      ),
      { description: 'By currency' },
    ),
    by_rule: list(
      record(
        { was: outcome('As it was decided'), would_be: outcome('As it would be decided'), currency, ...Sum.properties },
        { component: 'ChangedByRule' },
      ),
      { description: 'Changed decisions by original and new deciding rule, most frequent first' },
    ),
    by_merchant: list(
      record(
        {
          merchant: text(15, { description: 'Card_Acceptor_Identification_Code' }),
          merchant_name_location: text(40, { description: 'As in one of its messages' }),
          mcc: text(4, { description: 'Of the same message' }),
          ...shifted,
        },
        { component: 'ChangedByMerchant' },
      ),
      { description: `Merchants with changed decisions, most first: ${MAX_REPORTED_MERCHANTS} of them` },
    ),
    by_day: list(
      record(
        {
          day: text(10, { description: "In the bank's time zone" }),
          decisions: count('Replayed'),
          changed: count('Changed'),
          ...shifted,
        },
        { component: 'ChangedByDay' },
      ),
      { description: 'Every day with decisions, oldest first' },
    ),
    provisionings: optional(ProvisioningBacktest),
    differences_kept: count(`That can be read one by one: at most ${MAX_STORED_DIFFERENCES}`),
  },
  { component: 'BacktestResult' },
);
export type BacktestResult = Static<typeof BacktestResult>;

export const BacktestRun = record(
  {
    backtest_id: text(36, { description: 'Names the run' }),
    state: oneOf(RUN_STATES, { component: 'BacktestState', description: 'Its state' }),
    done: count('Decisions that were replayed so far'),
    total: orNull(Type.Integer(), 'Approximate number of decisions to replay; null before the start'),
    from: orNull(text(24), 'As requested, ISO 8601 UTC'),
    to: time('Before this time'),
    asked_at: time('ISO 8601 UTC'),
    asked_by: text(200, { description: 'A person or a caller' }),
    asked_by_name: optional(text(200, { description: 'The name of that person' })),
    ended_at: orNull(text(24), 'Null while it runs'),
    proposal: Type.Record(Type.String(), Type.Unknown(), { description: 'As it was sent' }),
    accounts: optional(list(text(64), { description: 'As requested' })),
    failure: optional(text(200, { description: 'Why it failed' })),
    result: optional(BacktestResult),
  },
  { component: 'BacktestRun' },
);
export type BacktestRun = Static<typeof BacktestRun>;

export const backtestPath = record({ backtest_id: text(36, { description: 'Of the run' }) });
