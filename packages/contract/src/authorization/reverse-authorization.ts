import { defineRest } from '../operation.ts';
import { ENDING } from './end-reservation.ts';

export const reverseAuthorization = defineRest({
  ...ENDING,
  errors: [...ENDING.errors],
  id: 'authorization.reverse-authorization',
  sdk: 'authorizations.reverse',
  title: 'Reverse an authorization',
  description:
    'Releases the reservation of an authorization, in whole or in part. The released amount is available at once.',
  reference: 'docs/interface/reservations.md#reversal',
  path: '/authorizations/{Retrieval_Reference_Number}/reversal',
});
