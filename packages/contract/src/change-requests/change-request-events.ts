import Type, { type Static, type TSchema } from 'typebox';
import { instantField, list, oneOf, record, text } from '../schema/fields.ts';
import { CHANGE_KINDS, CHANGE_REASON_LENGTH, CHANGE_STATES } from './change-values.ts';

/**
 * Event for subscribed endpoints when a change waits for a second person (docs/interface/change-requests.md#events).
 */
export const CHANGE_REQUESTED = 'change.requested';
/** Event when a change request is applied, rejected or withdrawn. */
export const CHANGE_DECISION = 'change.decided';

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const ChangeRequestEvent = record(
  {
    id: text(36, { description: 'Same for every delivery attempt, and equal to webhook-id' }),
    type: oneOf([CHANGE_REQUESTED, CHANGE_DECISION]),
    timestamp: instantField(),
    bank_id: text(4),
    change_request_id: text(36),
    kinds: list(oneOf(CHANGE_KINDS)),
    subject: text(200, { description: 'Object of the change' }),
    state: oneOf(CHANGE_STATES),
    proposed_by: text(255),
    reason: text(CHANGE_REASON_LENGTH),
    decided_by: orNull(text(255), 'Person or caller that decided; null until the decision'),
    decision_reason: orNull(text(CHANGE_REASON_LENGTH), 'Reason for the decision'),
    without_second_person: Type.Boolean({
      description: 'Whether the proposer applied the change by breaking the glass',
    }),
  },
  { component: 'ChangeRequestEvent' },
);
export type ChangeRequestEvent = Static<typeof ChangeRequestEvent>;
