import type { Static } from 'typebox';
import { ACTION_CODES, type ActionCode } from '../action-codes.ts';
import { SWITCHES } from '../card-settings/settings-fields.ts';
import { instantField, list, oneOf, optional, record, text, whole } from '../schema/fields.ts';

/** Authorization events for the endpoints that subscribe to them (docs/interface/authorization-events.md). */

export const DECISION_EVENTS = ['authorization.approved', 'authorization.declined'] as const;
export const ENDING_EVENTS = ['authorization.reversed', 'authorization.completed', 'authorization.expired'] as const;
export const SWITCH_SPENT = 'switch.spent';
export const LIMIT_REACHED = 'limit.reached';
export const EXCEPTION_USED = 'exception.used';
/** Usage of a limit, in percent, at which an event is sent. */
export const LIMIT_STEPS = [80, 100] as const;

const eventFields = <Type extends string>(types: readonly Type[]) => ({
  id: text(36, { description: 'Same for every delivery attempt, and equal to webhook-id' }),
  type: oneOf(types),
  timestamp: instantField(),
  bank_id: text(4),
  account_number: text(64),
  card_identifier_id: text(20, { description: 'EXID of the card' }),
  retrieval_reference_number: text(12, { description: 'Retrieval reference number of the authorization' }),
  amount: text(20, { description: 'Billing amount of the authorization, decimal text' }),
  currency: text(3, { description: 'Currency of the account, ISO 4217' }),
  decided: record({
    action_code: oneOf(Object.keys(ACTION_CODES) as ActionCode[]),
    rule: text(24, { description: 'APPROVED, or the rule that declined' }),
    decided_at: instantField(),
  }),
});

export const DecisionEvent = record(
  {
    ...eventFields(DECISION_EVENTS),
    merchant: record({
      id: text(15, { description: 'Card_Acceptor_Identification_Code' }),
      place: text(40, { description: 'Card_Acceptor_Name_Location' }),
      mcc: text(4),
    }),
  },
  { component: 'AuthorizationDecisionEvent' },
);
export type DecisionEvent = Static<typeof DecisionEvent>;

export const EndingEvent = record(
  {
    ...eventFields(ENDING_EVENTS),
    ended_amount: text(20, { description: 'Amount released by a reversal or expiry, or debited by a completion' }),
  },
  { component: 'AuthorizationEndingEvent' },
);
export type EndingEvent = Static<typeof EndingEvent>;

export const SwitchSpentEvent = record(
  {
    ...eventFields([SWITCH_SPENT]),
    switches: list(oneOf(SWITCHES), {
      minItems: 1,
      description: 'Switches that were on for one payment and are now off',
    }),
  },
  { component: 'SwitchSpentEvent' },
);
export type SwitchSpentEvent = Static<typeof SwitchSpentEvent>;

export const LimitReachedEvent = record(
  {
    ...eventFields([LIMIT_REACHED]),
    limit: text(24, { description: 'DAILY_LIMIT, MONTHLY_LIMIT, LIMIT1 to LIMIT3, or the id of a limit of the bank' }),
    percent: whole(80, 100, { description: 'Percentage that this approval reached: 80 or 100' }),
    used: text(20, { description: 'Amount as decimal text, or a count' }),
    max: text(20),
    measure: optional(text(20, { description: 'Measure of a custom limit: amount, count or merchants' })),
  },
  { component: 'LimitReachedEvent' },
);
export type LimitReachedEvent = Static<typeof LimitReachedEvent>;

export const ExceptionUsedEvent = record(
  {
    ...eventFields([EXCEPTION_USED]),
    exception_id: text(36, { description: 'UUID of the exception, which no other payment can use' }),
    would_decline: text(24, { description: 'Reason for which the first overridden rule would have declined' }),
  },
  { component: 'ExceptionUsedEvent' },
);
export type ExceptionUsedEvent = Static<typeof ExceptionUsedEvent>;
