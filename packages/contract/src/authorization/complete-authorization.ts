import { defineRest } from '../operation.ts';
import { ENDING } from './end-reservation.ts';

export const completeAuthorization = defineRest({
  ...ENDING,
  errors: [...ENDING.errors],
  id: 'authorization.complete-authorization',
  sdk: 'authorizations.complete',
  title: 'Complete an authorization',
  description: 'Debits the final amount of an authorization and releases the rest of its reservation.',
  reference: 'docs/interface/reservations.md#completion',
  path: '/authorizations/{Retrieval_Reference_Number}/completion',
});
