import type { BackgroundThrottle } from '../../platform/kernel/concurrency/background-throttle.ts';
import { chunkOf, inChunks } from '../../platform/kernel/concurrency/chunks.ts';
import { runWork, type WorkDeps } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { findClosedWithNumber, lockNumberDeletion, markNumbersDeleted } from './closed-number-store.ts';

const PER_TRANSACTION = 50;
const DAY_MS = 86_400_000;

/**
 * Deletes the numbers of cards that were closed more than `days` ago (docs/interface/cards.md#numbers-of-closed-cards):
 * the sealed number, its keyed hash and its visible digits. The card remains, with its masked number. Each deletion
 * adds a row to the audit log. Returns the number of deletions.
 */
export async function deleteClosedNumbers(
  { throttle, ...deps }: WorkDeps & { readonly vault: Vault; readonly throttle: BackgroundThrottle },
  bankId: string,
  days: number,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - days * DAY_MS);
  const work = { operation: 'cards.delete-closed-numbers', actor: 'cardwright', requestId: '', now };
  return inChunks(throttle, () =>
    chunkOf(PER_TRANSACTION, (most) =>
      runWork(deps, work, async ({ tx, audit }) => {
        if (!(await lockNumberDeletion(tx, bankId))) return { commit: false, result: 0 };
        const cards = await findClosedWithNumber(tx, bankId, before, most);
        if (cards.length === 0) return { commit: false, result: 0 };
        await deps.vault.deleteNumbers(
          tx,
          bankId,
          cards.map(({ card_id: id }) => id),
        );
        await markNumbersDeleted(tx, bankId, cards, now);
        for (const { exid, status_changed_at: closedAt } of cards) {
          audit(bankId, `card:${exid}`, 'number deleted', { closed_at: closedAt.toISOString() });
        }
        return { commit: true, result: cards.length };
      }),
    ),
  );
}
