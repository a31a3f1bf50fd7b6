import { type AccountRow, updateCounters } from '../accounts/index.ts';
import { giveBack, readCounters, windowsOf, writeCounters } from '../card-settings/index.ts';
import type { Bank } from '../kernel/bank.ts';
import type { Tx } from '../storage/index.ts';
import type { Ending } from './reservation.ts';

/**
 * Moves the counters by what an ending moves the available funds, in windows of the approval that are still open. The
 * account has to be locked, and `account` read under that lock.
 */
export async function countEnding(
  tx: Tx,
  { bankId, calendar, cardControl }: Bank,
  account: AccountRow,
  { funds }: Ending,
  { countedAt, now }: { countedAt: Date; now: Date },
): Promise<void> {
  if (funds.availableMinor === 0n) return;
  const windows = windowsOf(cardControl.windows);
  const counters = giveBack(readCounters(account.counters), windows, funds.availableMinor, {
    calendar,
    countedAt,
    now,
  });
  await updateCounters(tx, bankId, account.account_id, writeCounters(counters));
}
