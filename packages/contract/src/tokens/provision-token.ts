import type { Static } from 'typebox';
import { cardIdentifierId, cardIdentifierType } from '../card-identifier.ts';
import { defineRest } from '../operation.ts';
import { oneOf, optional, record, text } from '../schema/fields.ts';
import { activationPref, changeReason, Token } from './token.ts';

const Request = record({
  card_identifier_id: cardIdentifierId(),
  card_identifier_type: cardIdentifierType(),
  requestor_id: text(10, { description: 'The id of the requestor at the token service' }),
  requestor_name: text(30, { description: 'Name of the requestor, as cardholders know it' }),
  device_type: text(10, { description: 'Such as PHONE or WATCH' }),
  activation: oneOf(['NONE', 'CODE'], {
    description: 'NONE: active immediately. CODE: the cardholder confirms the device with a code',
  }),
  activation_pref: optional(activationPref()),
  ...changeReason(),
});
export type ProvisionTokenRequest = Static<typeof Request>;

export const provisionToken = defineRest({
  id: 'tokens.provision-token',
  sdk: 'tokens.provision',
  title: 'Provision a token',
  description: 'Creates a token of a card for a wallet or a shop. A card can have any number of tokens.',
  reference: 'docs/interface/tokens.md#provision',
  method: 'POST',
  path: '/tokens',
  scope: 'tokens:write',
  params: record({}),
  query: record({}),
  request: Request,
  response: Token,
  takesIdempotencyKey: true,
  version: 'told',
  errors: ['card_not_found', 'several_cards_match', 'state_forbids'],
});
