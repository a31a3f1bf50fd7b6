import { type AccountRow, updateCounters } from '../accounts/index.ts';
import { giveBack, readCounters, windowsOf, writeCounters } from '../card-settings/index.ts';
import type { Bank } from '../kernel/bank.ts';
import type { Tx } from '../storage/index.ts';
import type { Ending } from './reservation.ts';

/**
 * Changes the counters by the amount by which the end of a reservation changes the available funds. Windows that have
 * ended since the approval stay as they are. The account has to be locked, and `account` read under that lock.
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
