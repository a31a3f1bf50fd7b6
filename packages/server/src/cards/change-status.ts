import { changeStatus } from '@cardwright/contract';
import { lockAccount, recordChange } from '../accounts/index.ts';
import { fail, ok } from '../kernel/result.ts';
import { type EnvelopeContext, implementEnvelope } from '../operation/index.ts';
import type { Vault } from '../vault/index.ts';
import { isFinal, mayBecome } from './card.ts';
import { type CardRow, readCard, updateStatus } from './card-store.ts';
import { findCard } from './find-card.ts';

/** What else a lost, stolen or closed card brings about, in the same commit and under the same lock. */
export type OnCardEnd = (context: Omit<EnvelopeContext, 'warn'>, card: CardRow) => Promise<void>;

/** Card status update (decisions §2): 420 when the card is LOST, STOLEN or CLOSED, which are final. */
export function changeStatusOperation(vault: Vault, onCardEnd: OnCardEnd) {
  return implementEnvelope(changeStatus, {
    async run(context, body) {
      const { tx, bank, now, audit } = context;
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
        if (isFinal(wanted)) await onCardEnd(context, { ...card, status: wanted });
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
