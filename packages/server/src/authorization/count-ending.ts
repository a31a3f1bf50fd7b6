import { type AccountRow, updateCounters } from '../accounts/index.ts';
import { giveBack, readCounters, windowsOf, writeCounters } from '../card-settings/index.ts';
import type { Bank } from '../kernel/bank.ts';
import { findLimits, storeUsed } from '../limits/index.ts';
import type { Tx } from '../storage/index.ts';
import { limitsAfterEnding, type StandingApproval } from './account-state.ts';
import type { Ending } from './reservation.ts';

/**
 * Changes the counters, and the bank's own limits, by the amount by which the end of a reservation changes the available funds. Windows that have
 * ended since the approval stay as they are. The account has to be locked, and `account` read under that lock.
 */
export async function countEnding(
  tx: Tx,
  { bankId, calendar, cardControl }: Bank,
  account: AccountRow,
  { funds }: Ending,
  { standing, countedAt, now }: { standing: StandingApproval; countedAt: Date; now: Date },
): Promise<void> {
  if (funds.availableMinor === 0n) return;
  const windows = windowsOf(cardControl.windows);
  const counters = giveBack(readCounters(account.counters), windows, funds.availableMinor, {
    calendar,
    countedAt,
    now,
  });
  await updateCounters(tx, bankId, account.account_id, writeCounters(counters));
  if (!account.has_limits || standing.counted == null) return;
  const limits = await findLimits(tx, bankId, account.account_id);
  const after = limitsAfterEnding(limits, standing, funds.availableMinor, { countedAt, calendar, now });
  if (after !== undefined) await storeUsed(tx, bankId, account.account_id, after);
}
