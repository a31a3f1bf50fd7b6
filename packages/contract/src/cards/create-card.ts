import { LONGEST_CARD_NUMBER, SHORTEST_CARD_NUMBER } from '../card-identifier.ts';
import { cardType } from '../clients/create-client.ts';
import { CustomField } from '../envelope.ts';
import { defineEnvelope } from '../operation.ts';
import { list, MAX_ENTRIES, oneOf, optional, record, text } from '../schema/fields.ts';

export const CARD_ROLES = ['P', 'S'] as const;
export const CARD_FORMS = ['V', 'P'] as const;

const digitsText = (min: number, max: number, description: string, more: { holdsCardNumber?: true } = {}) =>
  text(max, { minLength: min, fieldFormat: 'digits', description, ...more });

export const createCard = defineEnvelope({
  id: 'cards.create-card',
  sdk: 'cards.create',
  title: 'Create a card',
  description:
    'Issues a card: virtual or physical, primary or supplementary. If the request contains no number or expiry date, the product determines them. The full number is stored encrypted and is never returned.',
  reference: 'docs/interface/cards.md#create',
  path: '/cardservices/CardCreate',
  scope: 'cards:write',
  requestKey: 'request_card_create',
  responseKey: 'response_card_create',
  requestFunction: 'REQ_CARD_CREATE',
  responseFunction: 'REP_CARD_CREATE',
  defaultMsgType: 'TRANSACTION',
  changes: true,
  requestBody: record({
    customer_id: text(20, { description: 'Customer (CIF) id of the account owner' }),
    account_number: text(64, { description: 'Account of the card, owned by the client' }),
    card_type: cardType(),
    card: record(
      {
        customer_id: text(20, {
          description: 'Customer id of the cardholder; another client is possible for a supplementary card',
        }),
        account_number: text(64, { description: 'Same as account_number of the body' }),
        institution_id: optional(text(5, { description: 'Stored and returned as sent' })),
        card_number: optional(
          digitsText(
            SHORTEST_CARD_NUMBER,
            LONGEST_CARD_NUMBER,
            'Full card number; generated from bin_number if absent',
            {
              holdsCardNumber: true,
            },
          ),
        ),
        card_expiry_date: optional(
          text(4, {
            fieldFormat: 'yymm',
            description: 'Last month in which the card is valid; absent: determined by the product',
          }),
        ),
        cardholder_name: text(26, { description: 'Name on the card' }),
        bin_number: digitsText(6, 8, 'BIN of the product'),
        product_code: text(32, { description: 'Product of the account' }),
        card_role: oneOf(CARD_ROLES, { description: 'P: primary, S: supplementary' }),
        currency: text(3, { description: 'Currency of the account', fieldFormat: 'currency' }),
        card_virtual_indicator: oneOf(CARD_FORMS, { description: 'V: virtual, P: physical' }),
      },
      { component: 'NewCard' },
    ),
    custom_fields: optional(list(CustomField, { maxItems: MAX_ENTRIES })),
  }),
  responseBody: record({
    card_identifier_id: text(20, { description: 'EXID, 19 digits' }),
    card_identifier_type: oneOf(['EXID'], { description: 'Type of the id' }),
    card_number: text(19, { description: 'Masked card number: first 6, X, last 4' }),
    card_expiry_date: text(4, { description: 'YYMM' }),
    card_sequence_number: text(3, { description: 'Sequence number; 001 for the first card with a number' }),
    custom_fields: optional(list(CustomField)),
  }),
  errors: ['client_not_found', 'account_not_found', 'card_exists'],
});
