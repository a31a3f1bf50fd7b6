import type { Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { oneOf, optional, record, text } from '../schema/fields.ts';
import { CARD_FORMS } from './create-card.ts';
import { CardListItem } from './list-cards.ts';

/** Where the new plastic is sent, instead of the mailing address of the cardholder. */
export const DeliveryAddress = record(
  {
    address_line_1: text(255),
    address_line_2: optional(text(255)),
    address_line_3: optional(text(255)),
    address_line_4: optional(text(255)),
    city: text(255),
    state: optional(text(32)),
    zip: optional(text(32)),
    country: text(255),
  },
  { component: 'DeliveryAddress' },
);
export type DeliveryAddress = Static<typeof DeliveryAddress>;

export const reissueCard = defineRest({
  id: 'cards.reissue-card',
  sdk: 'cards.reissue',
  title: 'Reissue a card',
  description:
    'Reports a card lost or stolen, and issues a card with a new number on the same account. The tokens of the old card are deleted. Its restrictions and limits apply to the new card.',
  reference: 'docs/interface/cards.md#reissue',
  method: 'POST',
  path: '/cards/{card_identifier_id}/reissue',
  scope: 'cards:write',
  params: record({ card_identifier_id: text(20, { description: 'EXID of the lost or stolen card' }) }),
  request: record(
    {
      status: oneOf(['LOST', 'STOLEN'], { description: 'Status of the old card' }),
      card_virtual_indicator: oneOf(CARD_FORMS, { description: 'Form of the new card; V: virtual, P: physical' }),
      delivery_address: optional(
        record(DeliveryAddress.properties, {
          component: 'DeliveryAddress',
          description: 'Delivery address of a physical card; absent: the mailing address of the cardholder',
        }),
      ),
    },
    { component: 'CardReissue' },
  ),
  response: CardListItem,
  takesIdempotencyKey: true,
  errors: ['card_not_found', 'state_forbids'],
});
