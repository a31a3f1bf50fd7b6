import { defineRest } from '../operation.ts';
import { ENDING } from './end-reservation.ts';

export const completeAuthorization = defineRest({
  ...ENDING,
  errors: [...ENDING.errors],
  id: 'authorization.complete-authorization',
  sdk: 'authorizations.complete',
  title: 'Completion of an authorization with its final amount',
  description: 'Debits the final amount of an authorization and gives back the rest of its reservation.',
  reference: 'docs/interface/reservations.md#completion',
  path: '/authorizations/{Retrieval_Reference_Number}/completion',
});
