import { defineRest } from '../operation.ts';
import { ENDING } from './end-reservation.ts';

export const reverseAuthorization = defineRest({
  ...ENDING,
  errors: [...ENDING.errors],
  id: 'authorization.reverse-authorization',
  sdk: 'authorizations.reverse',
  title: 'Reversal of an authorization, whole or in part',
  description:
    'Gives back the whole reservation of an authorization, or a part of it. What is given back is available at once.',
  reference: 'docs/interface/reservations.md#reversal',
  path: '/authorizations/{Retrieval_Reference_Number}/reversal',
});
