import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { paymentTerms, Task } from './task.ts';

export const requestPayment = defineRest({
  id: 'tasks.request-payment',
  sdk: 'tasks.requestPayment',
  title: 'Ask card operations',
  description:
    'Requests card operations to allow one payment that the caller cannot allow. The request is a task for them.',
  reference: 'docs/interface/tasks.md#ask',
  method: 'POST',
  path: '/payment-requests',
  scope: 'exceptions:request',
  params: record({}),
  query: record({}),
  request: record(paymentTerms, { component: 'NewPaymentRequest' }),
  response: Task,
  takesIdempotencyKey: true,
  errors: ['account_not_found', 'state_forbids'],
});
