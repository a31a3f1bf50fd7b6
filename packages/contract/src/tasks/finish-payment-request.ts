import { defineRest } from '../operation.ts';
import { paymentRequestPath, Task } from './task.ts';

export const finishPaymentRequest = defineRest({
  id: 'tasks.finish-payment-request',
  sdk: 'tasks.finishPaymentRequest',
  title: 'Finish a payment request',
  description: 'Removes a payment request of the caller from the list after the decision, or withdraws it.',
  reference: 'docs/interface/tasks.md#finish',
  method: 'DELETE',
  path: '/payment-requests/{payment_request_id}',
  scope: 'exceptions:request',
  params: paymentRequestPath,
  refusesUnknownQuery: true,
  response: Task,
  takesIdempotencyKey: true,
  errors: ['task_not_found', 'state_forbids'],
});
