import { enquireCard } from '@cardwright/contract';
import { ok } from '../../platform/kernel/result.ts';
import { implementEnvelope } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { readCustomerId } from '../clients/index.ts';
import { toCardResponse } from './card-response.ts';
import { readCard, successorOf } from './card-store.ts';
import { findCard } from './find-card.ts';

/** Returns the card's public data (docs/interface/cards.md#details), never its full number. */
export function enquireCardOperation(vault: Vault) {
  return implementEnvelope(enquireCard, {
    async run({ tx, bank, audit }, body) {
      const match = await findCard(tx, vault, bank.bankId, body);
      if (!match.ok) return match;
      const card = await readCard(tx, bank.bankId, match.value.key);
      const customerId = await readCustomerId(tx, bank.bankId, card.client_id);
      const replacement = card.replaced_by === null ? undefined : await readCard(tx, bank.bankId, successorOf(card));
      audit(bank.bankId, `card:${card.exid}`, 'read');
      return ok(toCardResponse(card, customerId, replacement?.exid));
    },
  });
}
