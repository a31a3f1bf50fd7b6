import type { Static } from 'typebox';
import { cardIdentifierId, cardIdentifierType } from '../card-identifier.ts';
import { defineRest } from '../operation.ts';
import { oneOf, optional, record, text } from '../schema/fields.ts';
import { activationPref, changeReason, Token } from './token.ts';

const Request = record({
  card_identifier_id: cardIdentifierId(),
  card_identifier_type: cardIdentifierType(),
  requestor_id: text(10, { description: 'Who asks for the token, as the token service numbers it' }),
  requestor_name: text(30, { description: 'The name of that requestor, as cardholders know it' }),
  device_type: text(10, { description: 'Such as PHONE or WATCH' }),
  activation: oneOf(['NONE', 'CODE'], {
    description: 'NONE: active at once. CODE: the cardholder proves with a code that the device is theirs',
  }),
  activation_pref: optional(activationPref()),
  ...changeReason(),
});
export type ProvisionTokenRequest = Static<typeof Request>;

export const provisionToken = defineRest({
  id: 'tokens.provision-token',
  sdk: 'tokens.provision',
  title: 'Provision a token',
  description: 'Makes a token for a card, for a wallet or a shop. A card may have any number of them.',
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
