import { cardIdentifierId, cardIdentifierType } from '../card-identifier.ts';
import { CARD_TYPES } from '../clients/create-client.ts';
import { CustomField } from '../envelope.ts';
import { defineEnvelope } from '../operation.ts';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import { CARD_FORMS, CARD_ROLES } from './create-card.ts';

export const CARD_STATUSES = ['ACTIVE', 'BLOCKED', 'LOST', 'STOLEN', 'CLOSED', 'REPLACED'] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];
/** Status of the current card under a number. A replaced card can only be found by its EXID. */
export type LiveCardStatus = Exclude<CardStatus, 'REPLACED'>;

export const enquireCard = defineEnvelope({
  id: 'cards.enquire-card',
  sdk: 'cards.retrieve',
  title: 'Get a card',
  description:
    'Returns the status, expiry date, holder, product and account of a card, by its EXID or its number. The number is masked.',
  reference: 'docs/interface/cards.md#details',
  path: '/cardservices/CardDetailsEnquiry',
  scope: 'cards:read',
  requestKey: 'request_card_details',
  responseKey: 'response_card_details',
  requestFunction: 'REQ_CARD_DETAILS',
  responseFunction: 'REP_CARD_DETAILS',
  defaultMsgType: 'ENQUIRY',
  changes: false,
  requestBody: record({ card_identifier_id: cardIdentifierId(), card_identifier_type: cardIdentifierType() }),
  responseBody: record(
    {
      card_identifier_id: text(20, { description: 'EXID' }),
      card_identifier_type: oneOf(['EXID'], { description: 'Type of the id' }),
      card_number: text(19, { description: 'Masked card number: first 6, X, last 4' }),
      card_status: oneOf(CARD_STATUSES, { component: 'CardStatus', description: 'Current status' }),
      card_expiry_date: text(4, { description: 'YYMM' }),
      card_sequence_number: text(3, {
        description: 'Sequence number of the card among cards with the same number, from 001',
      }),
      cardholder_name: text(26, { description: 'Name on the card' }),
      card_role: oneOf(CARD_ROLES, { description: 'P: primary, S: supplementary' }),
      card_type: oneOf(CARD_TYPES, { description: 'Type of card, from its product' }),
      card_virtual_indicator: oneOf(CARD_FORMS, { description: 'V: virtual, P: physical' }),
      institution_id: optional(text(5, { description: 'Value as sent' })),
      bin_number: text(8, { description: 'BIN of the product' }),
      product_code: text(32, { description: 'Code of a product of the bank' }),
      currency: text(3, { description: 'Currency of the account' }),
      account_number: text(64, { description: 'Account of the card' }),
      customer_id: text(20, { description: 'Customer id of the cardholder' }),
      custom_fields: optional(list(CustomField, { description: 'Value as sent' })),
      replacement_card_identifier_id: optional(
        text(20, { description: 'For a REPLACED card: EXID of the replacement card with the same number' }),
      ),
    },
    { component: 'Card' },
  ),
  errors: ['card_not_found', 'several_cards_match'],
});
