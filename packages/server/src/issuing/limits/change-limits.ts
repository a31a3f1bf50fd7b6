import type { Tx } from '../../platform/storage/index.ts';
import { type AccountRow, recordChange } from '../accounts/index.ts';
import type { AccountLimits, Limit } from './limit.ts';
import { storeLimits } from './limit-store.ts';
import { storeLimit } from './stored-limits.ts';

/** Stores the limits of an account after one was set or deleted, and records the change in the account's history. */
export async function changeLimits(
  tx: Tx,
  bankId: string,
  { account, cardId }: { readonly account: Pick<AccountRow, 'account_id'>; readonly cardId: bigint | undefined },
  after: AccountLimits,
  {
    limit,
    isSet,
    by,
    now,
  }: { readonly limit: Limit; readonly isSet: boolean; readonly by: string; readonly now: Date },
): Promise<void> {
  await storeLimits(tx, bankId, account.account_id, after);
  const ofCard = cardId === undefined ? {} : { cardId: String(cardId) };
  const change = { kind: 'LIMIT', limit: storeLimit(limit), isSet, by, ...ofCard } as const;
  await recordChange(tx, bankId, account.account_id, change, now);
}
