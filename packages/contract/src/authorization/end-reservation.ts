import type { Static } from 'typebox';
import { oneOf, optional, record, text } from '../schema/fields.ts';
import { AUTHORIZATION_STATES, authorizationPath, authorizationQuery } from './read-authorization.ts';

const Request = record(
  {
    amount: optional(
      text(20, {
        description: 'Amount in the account currency; absent: the entire remaining reservation',
        fieldFormat: 'amount',
      }),
    ),
  },
  { component: 'EndReservationRequest' },
);
export type EndReservationRequest = Static<typeof Request>;

const Response = record(
  {
    retrieval_reference_number: text(12),
    state: oneOf(AUTHORIZATION_STATES, { component: 'AuthorizationState', description: 'State after this request' }),
    currency: text(3, { description: 'Currency of the account, ISO 4217' }),
    amount: text(20, { description: 'Amount that this request reversed or debited' }),
    reserved_amount: text(20, { description: 'Amount that is still reserved' }),
    available_amount: text(20, { description: 'Available amount of the account' }),
  },
  { component: 'EndedReservation' },
);
export type EndReservationResponse = Static<typeof Response>;

/** Members that reversals and completions share. */
export const ENDING = {
  method: 'POST',
  scope: 'authorizations:write',
  params: authorizationPath,
  query: authorizationQuery,
  request: Request,
  response: Response,
  takesIdempotencyKey: true,
  errors: ['authorization_not_found', 'several_cards_match', 'state_forbids'],
} as const;
