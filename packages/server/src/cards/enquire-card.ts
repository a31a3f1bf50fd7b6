import { enquireCard } from '@cardwright/contract';
import { readCustomerId } from '../clients/index.ts';
import { ok } from '../kernel/result.ts';
import { implementEnvelope } from '../operation/index.ts';
import type { Vault } from '../vault/index.ts';
import { carriedOn, readCard } from './card-store.ts';
import { findCard } from './find-card.ts';

/** Card details (docs/interface/cards.md#details): the card's public facts, never its full number. */
export function enquireCardOperation(vault: Vault) {
  return implementEnvelope(enquireCard, {
    async run({ tx, bank, audit }, body) {
      const found = await findCard(tx, vault, bank.bankId, body);
      if (!found.ok) return found;
      const card = await readCard(tx, bank.bankId, found.value.key);
      const customerId = await readCustomerId(tx, bank.bankId, card.client_id);
      const replacement = card.replaced_by === null ? undefined : await readCard(tx, bank.bankId, carriedOn(card));
      audit(bank.bankId, `card:${card.exid}`, 'read');
      return ok({
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
        ...(replacement !== undefined && { replacement_card_identifier_id: replacement.exid }),
        ...(card.custom_fields !== null && { custom_fields: card.custom_fields }),
      });
    },
  });
}
