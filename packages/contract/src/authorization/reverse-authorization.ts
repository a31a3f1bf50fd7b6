import type { Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { flag, oneOf, optional, record } from '../schema/fields.ts';
import { ENDING } from './end-reservation.ts';
import { AUTHORIZATION_STATES } from './read-authorization.ts';

const Request = record(
  {
    ...ENDING.request.properties,
    mustExist: optional(
      flag({
        description: 'true: fail with 311 if the authorization does not exist. By default, the reversal is stored',
      }),
    ),
  },
  { component: 'ReversalRequest' },
);

const { retrieval_reference_number, currency, amount, reserved_amount, available_amount } = ENDING.response.properties;
const Response = record(
  {
    retrieval_reference_number,
    state: oneOf([...AUTHORIZATION_STATES, 'AWAITING_ORIGINAL'], {
      description:
        'State after this request. AWAITING_ORIGINAL: the authorization has not arrived, and will be declined',
    }),
    currency: optional(currency),
    amount: optional(amount),
    reserved_amount: optional(reserved_amount),
    available_amount: optional(available_amount),
  },
  { component: 'ReversedAuthorization' },
);
/** The currency and the amounts are absent while the original has not arrived. */
export type ReversalResponse = Static<typeof Response>;

export const reverseAuthorization = defineRest({
  ...ENDING,
  request: Request,
  response: Response,
  errors: [...ENDING.errors],
  id: 'authorization.reverse-authorization',
  sdk: 'authorizations.reverse',
  title: 'Reverse an authorization',
  description:
    'Releases the reservation of an authorization, in whole or in part. The released amount is available immediately. If the authorization has not arrived yet, the reversal is stored, and the authorization will be declined.',
  reference: 'docs/interface/reservations.md#reversal',
  path: '/authorizations/{Retrieval_Reference_Number}/reversal',
});
