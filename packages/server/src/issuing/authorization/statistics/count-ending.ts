import type { Bank } from '../../../platform/kernel/bank.ts';
import { currencyOf } from '../../../platform/kernel/money.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { type AccountRow, updateCounters } from '../../accounts/index.ts';
import { listProgramsOfBank, type Program, programAt } from '../../banks/index.ts';
import { readCounters, releaseUse, windowsOf, writeCounters } from '../../card-settings/index.ts';
import {
  activeSharedLimits,
  decodeCountingKey,
  findLimits,
  isOfProgram,
  limitKeyOf,
  limitsOfProgram,
  lockSharedRow,
  NO_LIMITS,
  storeSharedRow,
  storeUsage,
  WHOLE_BANK,
} from '../../limits/index.ts';
import { limitsAfterEnding, type StandingApproval } from '../decision/account-state.ts';
import type { Ending } from '../records/reservation.ts';

interface Ended {
  readonly standing: StandingApproval;
  readonly countedAt: Date;
  readonly now: Date;
}

/**
 * Adjusts the counters and custom limits when a reservation ends, by the change of the available funds. Windows that ended
 * since the approval stay unchanged. The account must be locked, and `account` read under that lock.
 */
export async function countEnding(
  tx: Tx,
  bank: Bank,
  account: AccountRow,
  { funds }: Ending,
  ending: Ended,
): Promise<void> {
  if (funds.availableMinor === 0n) return;
  const { bankId, calendar, cardControl } = bank;
  const { standing, countedAt, now } = ending;
  const windows = windowsOf(cardControl.windows);
  const counters = releaseUse(readCounters(account.counters), windows, funds.availableMinor, {
    calendar,
    countedAt,
    now,
  });
  await updateCounters(tx, bankId, account.account_id, writeCounters(counters));
  if (standing.countingKey == null) return;
  const keys = decodeCountingKey(standing.countingKey).keys.map(limitKeyOf);
  const programs = keys.some(isOfProgram) ? await listProgramsOfBank(tx, bankId) : new Map();
  if (account.has_limits) {
    const limits = (await findLimits(tx, bankId, account.account_id)) ?? NO_LIMITS;
    const program = programAt(programs.get(account.product_code) ?? [], now);
    const { programLimits } = limitsOfProgram(program, currencyOf(account.currency).exponent);
    const after = limitsAfterEnding({ ...limits, programLimits }, standing, funds.availableMinor, {
      countedAt,
      calendar,
      now,
    });
    if (after !== undefined) await storeUsage(tx, bankId, account.account_id, after);
  }
  if (programs.size > 0)
    await countInSharedLimits(tx, bank, programs, new Set(keys), { ...ending, minor: funds.availableMinor });
}

/** Adjusts the shared limits that are still in force in the same way. Locks each of their rows until the commit. */
async function countInSharedLimits(
  tx: Tx,
  { bankId, calendar, currency }: Bank,
  programs: ReadonlyMap<string, readonly Program[]>,
  keys: ReadonlySet<string>,
  { standing, countedAt, now, minor }: Ended & { readonly minor: bigint },
): Promise<void> {
  const counting = activeSharedLimits(programs, currency.exponent, now).filter(({ limit }) => keys.has(limit.key));
  const rows = new Set(counting.map(({ productCode, limit }) => (limit.level === 'bank' ? WHOLE_BANK : productCode)));
  for (const row of [...rows].sort()) {
    const usage = await lockSharedRow(tx, bankId, row);
    const limits = counting.flatMap(({ productCode, limit }) =>
      row === (limit.level === 'bank' ? WHOLE_BANK : productCode) ? [limit] : [],
    );
    const after = limitsAfterEnding({ limits, usage }, standing, minor, { countedAt, calendar, now });
    if (after !== undefined) await storeSharedRow(tx, bankId, row, after.usage);
  }
}
