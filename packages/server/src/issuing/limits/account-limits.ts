import { currencyOf } from '../../platform/kernel/money.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { programAt, readProgramVersions } from '../banks/index.ts';
import { limitsOfProgram } from './configured-limits.ts';
import { type AccountLimits, NO_LIMITS } from './limit.ts';
import type { LimitOwner } from './limit-owner.ts';
import { findLimits } from './limit-store.ts';

/** Reads all limits of an account and its cards: its own limits and those of its program. */
export async function readAccountLimits(
  tx: Tx,
  bankId: string,
  { account }: Pick<LimitOwner, 'account'>,
  now: Date,
): Promise<AccountLimits> {
  const limits = (await findLimits(tx, bankId, account.account_id)) ?? NO_LIMITS;
  const program = programAt(await readProgramVersions(tx, bankId, account.product_code), now);
  return { ...limits, programLimits: limitsOfProgram(program, currencyOf(account.currency).exponent).programLimits };
}
