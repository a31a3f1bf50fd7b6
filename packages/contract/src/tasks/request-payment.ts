import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { paymentTerms, Task } from './task.ts';

export const requestPayment = defineRest({
  id: 'tasks.request-payment',
  sdk: 'tasks.requestPayment',
  title: 'Create a payment request',
  description:
    'Requests that card operations allow one payment that the caller cannot allow. The request becomes a task of card operations.',
  reference: 'docs/interface/tasks.md#request',
  method: 'POST',
  path: '/payment-requests',
  scope: 'exceptions:request',
  request: record(paymentTerms, { component: 'NewPaymentRequest' }),
  response: Task,
  takesIdempotencyKey: true,
  errors: ['account_not_found', 'state_forbids'],
});
