import { defineRest } from '../operation.ts';
import { oneOf, optional, record, text } from '../schema/fields.ts';
import { paymentRequestPath, Task } from './task.ts';

export const decidePaymentRequest = defineRest({
  id: 'tasks.decide-payment-request',
  sdk: 'tasks.decidePaymentRequest',
  title: 'Decide a payment request',
  description:
    'Allows the requested payment by creating an exception, within the limits that the bank sets for the role of the caller, or declines the request.',
  reference: 'docs/interface/tasks.md#decide',
  method: 'POST',
  path: '/payment-requests/{payment_request_id}/decision',
  scope: 'exceptions:decide',
  params: paymentRequestPath,
  request: record({
    decision: oneOf(['ALLOW', 'DECLINE']),
    validUntil: optional(
      text(30, {
        fieldFormat: 'utc-time',
        requiredWhen: 'decision is ALLOW',
        description: 'End of the exception, at most 24 hours ahead',
      }),
    ),
    comment: optional(
      text(200, { requiredWhen: 'decision is DECLINE', description: 'Comment for the person who sent the request' }),
    ),
  }),
  response: Task,
  takesIdempotencyKey: true,
  errors: ['task_not_found', 'account_not_found', 'state_forbids'],
});
