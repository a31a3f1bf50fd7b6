import type { CardListItem } from '@cardwright/contract';
import type { CardListRow } from './card-list-store.ts';
import type { CardRow } from './card-store.ts';

/** Returns the card's public data, never its full number. */
export function toCardResponse(card: CardRow, customerId: string, replacementExid: string | undefined) {
  return {
    card_identifier_id: card.exid,
    card_identifier_type: 'EXID' as const,
    card_number: card.masked_number,
    card_status: card.status,
    card_expiry_date: card.expiry,
    card_sequence_number: card.sequence_number,
    cardholder_name: card.cardholder_name,
    card_role: card.card_role,
    card_type: card.card_type,
    card_virtual_indicator: card.card_form,
    ...(card.institution_id !== null && { institution_id: card.institution_id }),
    bin_number: card.bin,
    product_code: card.product_code,
    currency: card.currency,
    account_number: card.account_number,
    customer_id: customerId,
    ...(replacementExid !== undefined && { replacement_card_identifier_id: replacementExid }),
    ...(card.custom_fields !== null && { custom_fields: card.custom_fields }),
  };
}

export function toCardListResponse(row: CardListRow): CardListItem {
  return {
    ...toCardResponse(row, row.customer_id, row.replacement_exid ?? undefined),
    status_changed_at: row.status_changed_at.toISOString(),
    created_at: row.created_at.toISOString(),
    ...(row.reissued_exid !== null && { reissued_card_identifier_id: row.reissued_exid }),
  };
}
