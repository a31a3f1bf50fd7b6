import { enquireRestrictions, RESTRICTION_HISTORY_MAX, RESTRICTION_TYPES } from '@cardwright/contract';
import { ok } from '../../platform/kernel/result.ts';
import { implementEnvelope } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { findCard, readCard, successorOf } from '../cards/index.ts';
import { encodeEntry } from './restriction-response.ts';
import { readRestrictionChanges } from './restriction-store.ts';

/** Returns the restrictions in force, and every change (docs/interface/restrictions.md#enquiry). */
export function enquireRestrictionsOperation(vault: Vault) {
  return implementEnvelope(enquireRestrictions, {
    async run({ tx, bank, now, audit }, body) {
      const match = await findCard(tx, vault, bank.bankId, body);
      if (!match.ok) return match;
      const { key, publicIdentifier } = match.value;
      const card = await readCard(tx, bank.bankId, key);
      const changes = await readRestrictionChanges(tx, bank.bankId, successorOf(card), {
        localDate: bank.calendar.localDate(now),
        most: RESTRICTION_HISTORY_MAX,
      });
      const inForce = new Map(changes.filter((row) => row.in_force).map((row) => [row.restriction_type, row]));
      audit(bank.bankId, `card:${card.exid}`, 'read');
      return ok({
        card_identifier_id: publicIdentifier,
        card_identifier_type: body.card_identifier_type,
        restrictions: RESTRICTION_TYPES.flatMap((type) => {
          const row = inForce.get(type);
          return row === undefined ? [] : [encodeEntry(row)];
        }),
        history: changes
          .filter((row) => row.is_recent)
          .map((row) => ({
            ...encodeEntry(row),
            changed_at: bank.calendar.isoTime(row.changed_at),
            changed_by: row.actor,
          })),
      });
    },
  });
}
