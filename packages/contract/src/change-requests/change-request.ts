import Type, { type Static, type TSchema } from 'typebox';
import { instantField, list, oneOf, record, text } from '../schema/fields.ts';
import { ChangeAnalysis } from './change-analysis.ts';
import { CHANGE_KINDS, CHANGE_REASON_LENGTH, CHANGE_STATES } from './change-values.ts';

/** A change request without a decision expires after this many days. */
export const CHANGE_REQUEST_DAYS = 7;
/** The time after the request in which its proposer can apply it without a second person, in minutes. */
export const BREAK_GLASS_MINUTES = 60;
/** Maximum number of change requests of a bank that wait for a second person at once. */
export const MAX_PENDING_CHANGES = 500;
const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const content = (description: string) => orNull(Type.Record(Type.String(), Type.Unknown()), description);

export const ChangeRequest = record(
  {
    change_request_id: text(36, { description: 'Id of the change request' }),
    kinds: list(oneOf(CHANGE_KINDS, { component: 'ChangeKind' }), { description: 'Kind of change' }),
    operation: text(60, { description: 'Id of the requested operation, such as rules.retire-rule' }),
    subject: text(200, { description: 'Object of the change, such as rule:NAME' }),
    state: oneOf(CHANGE_STATES, { component: 'ChangeState', description: 'Current state' }),
    before: content('Current content, as in the audit log'),
    after: content('Requested content, without secrets'),
    reason: text(CHANGE_REASON_LENGTH, { description: 'Reason given by the proposer' }),
    proposed_at: instantField(),
    proposed_by: text(255, { description: 'Person or caller that proposed the change' }),
    proposed_by_name: orNull(text(200), 'Name of that person'),
    expires_at: instantField(),
    decided_at: orNull(text(24), 'Time of the approval, rejection or withdrawal'),
    decided_by: orNull(text(255), 'Person or caller that decided'),
    decided_by_name: orNull(text(200), 'Name of that person'),
    decision_reason: orNull(text(CHANGE_REASON_LENGTH), 'Reason for the decision'),
    without_second_person: Type.Boolean({
      description: 'Whether the proposer applied the change by breaking the glass',
    }),
    is_own: Type.Boolean({ description: 'Whether the caller is the proposer, also under another login' }),
    analysis: orNull(
      ChangeAnalysis,
      'Effect of the change on decisions; null if it cannot affect them, and for callers without `programs:read`',
    ),
  },
  { component: 'ChangeRequest' },
);
export type ChangeRequest = Static<typeof ChangeRequest>;

export const changeRequestPath = record({
  change_request_id: text(36, { fieldFormat: 'uuid', description: 'Id of the change request' }),
});

/** The reason of a decision about a change request. */
export const decisionReason = () =>
  text(CHANGE_REASON_LENGTH, {
    fieldComponent: 'DecisionReason',
    description: 'Reason, stored with the change request and in the audit log',
  });

/** The reason of a change that can need a second person. */
export const changeReason = () =>
  text(CHANGE_REASON_LENGTH, {
    fieldComponent: 'ChangeReason',
    requiredWhen: 'the change needs a second person',
    description: 'Reason, stored with the change request and in the audit log',
  });
