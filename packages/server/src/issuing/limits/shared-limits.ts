import type { LimitInForce, LimitLevel } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { listProgramsOfBank, type Program, programAt } from '../banks/index.ts';
import { limitsOfProgram } from './configured-limits.ts';
import type { AccountLimits, Limit } from './limit.ts';
import { toLimitResponse } from './limit-response.ts';
import { readSharedUsage, WHOLE_BANK } from './shared-limits-store.ts';

/** A shared limit and the product of its program. */
export interface SharedLimit {
  readonly productCode: string;
  readonly limit: Limit;
}

/** Returns the shared limits in force, in the order of their product codes. */
export function activeSharedLimits(
  programs: ReadonlyMap<string, readonly Program[]>,
  exponent: number,
  now: Date,
): SharedLimit[] {
  const inOrder = [...programs].sort(([one], [other]) => (one < other ? -1 : 1));
  return inOrder.flatMap(([productCode, versions]) =>
    limitsOfProgram(programAt(versions, now), exponent).sharedLimits.map((limit) => ({ productCode, limit })),
  );
}

/**
 * Returns the shared limits of programs with their use, or undefined if the product has no program in force.
 * @param filter restricts the answer to one level or one product
 */
export async function toSharedLimitResponse(
  tx: Tx,
  { bankId, currency }: Bank,
  filter: { readonly level?: LimitLevel | undefined; readonly productCode?: string | undefined },
  now: Date,
): Promise<LimitInForce[] | undefined> {
  const programs = await listProgramsOfBank(tx, bankId);
  const { level, productCode: product } = filter;
  if (product !== undefined && programAt(programs.get(product) ?? [], now) === undefined) return undefined;
  const limits = activeSharedLimits(programs, currency.exponent, now).filter(
    ({ productCode, limit }) =>
      (product === undefined || productCode === product) && (level === undefined || limit.level === level),
  );
  const usage: AccountLimits['usage'] =
    limits.length === 0
      ? new Map()
      : await readSharedUsage(tx, bankId, [WHOLE_BANK, ...new Set(limits.map(({ productCode }) => productCode))]);
  return limits.map(({ productCode, limit }) =>
    toLimitResponse({ usage }, limit, { accountNumber: null, productCode, money: currency, exids: new Map() }, now),
  );
}
