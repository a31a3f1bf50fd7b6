import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import type { CardKey } from './card-store.ts';

const lockDeletion = statement(
  'cards.lock-number-deletion',
  'select pg_try_advisory_xact_lock(hashtext($1), hashtext($2)) as locked',
);

/** Returns false if another server is deleting numbers of the bank. */
export async function lockNumberDeletion(tx: Tx, bankId: string): Promise<boolean> {
  return (await queryOne<{ locked: boolean }>(tx, lockDeletion, ['card-number-deletion', bankId])).locked;
}

const selectClosed = statement(
  'cards.select-closed-with-number',
  `select account_id, card_id, exid, status_changed_at from cards
    where bank_id = $1 and status = 'CLOSED' and number_deleted_at is null and status_changed_at < $2
    order by status_changed_at limit $3`,
);

export interface ClosedCard extends CardKey {
  exid: string;
  status_changed_at: Date;
}

/** Finds cards that were closed before a time and still have their number, the earliest closing first. */
export function findClosedWithNumber(tx: Tx, bankId: string, before: Date, most: number): Promise<ClosedCard[]> {
  return tx.query(selectClosed, [bankId, before, most]);
}

const markDeleted = statement(
  'cards.mark-number-deleted',
  `update cards set number_deleted_at = $4
     from unnest($2::bigint[], $3::bigint[]) as gone (account_id, card_id)
    where cards.bank_id = $1 and cards.bucket = account_bucket(gone.account_id) and cards.account_id = gone.account_id
      and cards.card_id = gone.card_id`,
);

export async function markNumbersDeleted(tx: Tx, bankId: string, cards: readonly CardKey[], now: Date): Promise<void> {
  const accountIds = cards.map(({ account_id: id }) => id);
  await tx.query(markDeleted, [bankId, accountIds, cards.map(({ card_id: id }) => id), now]);
}
