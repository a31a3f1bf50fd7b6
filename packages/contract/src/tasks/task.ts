import Type, { type Static, type TSchema } from 'typebox';
import { instantField, list, oneOf, optional, record, text } from '../schema/fields.ts';
import type { Scope } from '../scopes.ts';

/** Kinds of tasks: docs/interface/tasks.md#kinds. */
export const TASK_KINDS = [
  'PAYMENT_REQUEST',
  'CHANGE_APPROVAL',
  'EMERGENCY_CHANGE',
  'RULE_APPROVAL',
  'MERCHANT_REVIEW',
  'MERCHANT_APPROVAL',
  'ENDPOINT_FAILING',
  'EMBOSSING_OVERDUE',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** The scope of callers who can do a task of this kind. */
export const TASK_SCOPES: Readonly<Record<TaskKind, Scope>> = {
  PAYMENT_REQUEST: 'exceptions:decide',
  CHANGE_APPROVAL: 'changes:approve',
  EMERGENCY_CHANGE: 'changes:read',
  RULE_APPROVAL: 'rules:approve',
  MERCHANT_REVIEW: 'merchants:review',
  MERCHANT_APPROVAL: 'merchants:approve',
  ENDPOINT_FAILING: 'webhooks:write',
  EMBOSSING_OVERDUE: 'embossing:read',
};

/** States of a payment request: docs/interface/tasks.md#payment-requests. */
const PAYMENT_REQUEST_STATES = ['OPEN', 'ALLOWED', 'DECLINED', 'DONE'] as const;
export type PaymentRequestState = (typeof PAYMENT_REQUEST_STATES)[number];

/** Maximum number of tasks of a kind in the list, oldest first. */
export const MAX_TASKS_OF_KIND = 100;
/** Maximum number of open payment requests of a person or a client. */
export const MAX_OWN_PAYMENT_REQUESTS = 50;
/** Maximum number of comments of a task in an answer, newest last. */
export const MAX_TASK_COMMENTS = 20;
/** For this many hours, a change that one person made without a second person is a task for the others. */
export const EMERGENCY_CHANGE_HOURS = 24;
/** Cards that wait for a file longer than this many hours are overdue. */
export const EMBOSSING_OVERDUE_HOURS = 26;

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const paymentTerms = {
  account_number: text(64, { description: 'Number of the account' }),
  retrieval_reference_number: optional(text(12, { description: 'Reference of the declined payment' })),
  merchantId: text(15, { description: 'Only this merchant, as in Card_Acceptor_Identification_Code' }),
  maxAmount: text(20, { fieldFormat: 'amount', description: 'Maximum amount, in the currency of the account' }),
  reason: text(200, { description: 'Reason why the payment should be allowed' }),
};

const PaymentRequest = record(
  {
    state: oneOf(PAYMENT_REQUEST_STATES, { component: 'PaymentRequestState', description: 'Current state' }),
    account_number: text(64),
    retrieval_reference_number: orNull(text(12), 'Reference of the declined payment'),
    merchantId: text(15),
    maxAmount: text(20, { description: 'Decimal text in the currency of the account' }),
    currency: text(3, { description: 'Currency of the account' }),
    reason: text(200),
    decided_by: orNull(text(255), 'Person or client that decided'),
    decided_by_name: orNull(text(200), 'Name of that person'),
    decided_at: orNull(text(24), 'Time of the decision, ISO 8601 UTC'),
    comment: orNull(text(200), 'Comment of the decision'),
    exception_id: orNull(text(36), 'Id of the exception that allows the payment'),
  },
  { component: 'PaymentRequest' },
);

export const Task = record(
  {
    task_id: text(64, { description: 'Id of the task' }),
    kind: oneOf(TASK_KINDS, { component: 'TaskKind', description: 'Kind of the task' }),
    subject: text(200, { description: 'Subject of the task, as in the audit log' }),
    reference: text(100, { description: 'Id of the subject in its page or operation' }),
    about: text(200, { description: 'Display name' }),
    since: instantField(),
    requested_by: orNull(text(255), 'Person or client that requested it'),
    requested_by_name: orNull(text(200), 'Name of that person'),
    is_own: Type.Boolean({ description: 'Whether the caller sent the request, also under another login' }),
    assignee: orNull(text(600), 'Person to whom the task is assigned'),
    assignee_name: orNull(text(200), 'Name of that person'),
    comments: list(
      record({
        by: text(255, { description: 'Person or client that wrote the comment' }),
        by_name: orNull(text(200), 'Name of that person'),
        at: instantField(),
        text: text(500),
      }),
      { description: `Newest ${MAX_TASK_COMMENTS} comments, newest last` },
    ),
    payment: Type.Union([PaymentRequest, Type.Null()], { description: 'Payment request; null for other tasks' }),
  },
  { component: 'Task' },
);
export type Task = Static<typeof Task>;

export const taskPath = record({ task_id: text(64, { description: 'Id of the task' }) });
export const paymentRequestPath = record({
  payment_request_id: text(36, {
    fieldFormat: 'uuid',
    description: 'Id of the payment request: the `reference` of its task',
  }),
});
