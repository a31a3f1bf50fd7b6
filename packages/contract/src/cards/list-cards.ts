import type { Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { instantField, oneOf, optional, record, text } from '../schema/fields.ts';
import { itemsQuery, pageOf } from '../schema/page.ts';
import { CARD_STATUSES, enquireCard } from './enquire-card.ts';

export const CardListItem = record(
  {
    ...enquireCard.responseBody.properties,
    status_changed_at: instantField(),
    created_at: instantField(),
    reissued_card_identifier_id: optional(
      text(20, { description: 'For a reissued LOST or STOLEN card: EXID of the new card' }),
    ),
  },
  { component: 'CardListItem', extending: enquireCard.responseBody },
);
export type CardListItem = Static<typeof CardListItem>;

const Query = record({
  customer_id: optional(text(20, { description: 'Only cards held by this client' })),
  account_number: optional(text(64, { description: 'Only cards of this account' })),
  exid: optional(text(20, { description: 'Only the card with this EXID' })),
  last4: optional(
    text(4, {
      fieldFormat: 'digits',
      minLength: 4,
      description: 'Last four digits; requires bin, name or another filter',
    }),
  ),
  bin: optional(
    text(8, { fieldFormat: 'digits', minLength: 6, description: 'First six to eight digits; requires last4' }),
  ),
  name: optional(text(100, { description: 'Word prefixes of the cardholder name; requires last4' })),
  status: optional(oneOf(CARD_STATUSES, { component: 'CardStatus', description: 'Only cards with this status' })),
  ...itemsQuery,
});
export type ListCardsQuery = Static<typeof Query>;

export const listCards = defineRest({
  id: 'cards.list-cards',
  sdk: 'cards.list',
  title: 'List cards',
  description:
    'Lists cards, newest first, by client, account or status, or by the last four digits together with the first digits or the name. Card numbers are masked.',
  reference: 'docs/interface/cards.md#list',
  method: 'GET',
  path: '/cards',
  scope: 'cards:read',
  query: Query,
  refusesUnknownQuery: true,
  response: pageOf(CardListItem),
  errors: ['client_not_found', 'account_not_found'],
});
