import type { Static } from 'typebox';
import { cardIdentifierId, cardIdentifierType } from '../card-identifier.ts';
import { defineRest } from '../operation.ts';
import { oneOf, optional, record, text } from '../schema/fields.ts';
import { activationPref, changeReason, Token } from './token.ts';

const Request = record({
  card_identifier_id: cardIdentifierId(),
  card_identifier_type: cardIdentifierType(),
  requestor_id: text(10, { description: 'Id of the requestor at the token service' }),
  requestor_name: text(30, { description: 'Name of the requestor, known to cardholders' }),
  device_type: text(10, { description: 'Type of the device, such as PHONE or WATCH' }),
  activation: oneOf(['NONE', 'CODE'], {
    description: 'NONE: the token is active immediately. CODE: the cardholder confirms the device with a code',
  }),
  activation_pref: optional(activationPref()),
  ...changeReason(),
});
export type ProvisionTokenRequest = Static<typeof Request>;

export const provisionToken = defineRest({
  id: 'tokens.provision-token',
  sdk: 'tokens.provision',
  title: 'Provision a token',
  description: 'Creates a token of a card for a wallet or a merchant. A card can have any number of tokens.',
  reference: 'docs/interface/tokens.md#provision',
  method: 'POST',
  path: '/tokens',
  scope: 'tokens:write',
  request: Request,
  response: Token,
  takesIdempotencyKey: true,
  entityTag: 'response',
  errors: ['card_not_found', 'several_cards_match', 'state_forbids'],
});
