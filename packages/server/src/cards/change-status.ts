import { changeStatus } from '@cardwright/contract';
import { lockAccount, recordChange } from '../accounts/index.ts';
import { fail, ok } from '../kernel/result.ts';
import { implementEnvelope } from '../operation/index.ts';
import type { Vault } from '../vault/index.ts';
import { mayBecome } from './card.ts';
import { readCard, updateStatus } from './card-store.ts';
import { findCard } from './find-card.ts';

/** Card status update (decisions §2): 420 when the card is LOST, STOLEN or CLOSED, which are final. */
export function changeStatusOperation(vault: Vault) {
  return implementEnvelope(changeStatus, {
    async run({ tx, bank, now, audit }, body) {
      const found = await findCard(tx, vault, bank.bankId, body);
      if (!found.ok) return found;
      const { key, publicIdentifier } = found.value;
      // the lock that authorizations take: each of them sees the card wholly before this change or wholly after it
      await lockAccount(tx, bank.bankId, key.account_id);
      const card = await readCard(tx, bank.bankId, key);
      const wanted = body.status.value;
      if (!mayBecome(card.status, wanted))
        return fail('420', { message: `A ${card.status} card stays ${card.status}` });
      if (card.status !== wanted) {
        await updateStatus(tx, bank.bankId, key, wanted, now);
        const change = { kind: 'CARD_STATUS', cardId: String(key.card_id), status: wanted } as const;
        await recordChange(tx, bank.bankId, key.account_id, change, now);
      }
      audit(bank.bankId, `card:${card.exid}`, 'status changed', { from: card.status, to: wanted });
      return ok({
        card_identifier_id: publicIdentifier,
        card_identifier_type: body.card_identifier_type,
        status: { type: 'card_status' as const, value: wanted },
      });
    },
  });
}
