import type { BodyError, Finding, ProgramLimit, ProgramThatWasSet } from '@cardwright/contract';
import { formatAmount } from '../../platform/kernel/money.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { Program } from '../banks/index.ts';
import {
  conditionWarnings,
  limitFaults,
  limitsOfProgram,
  readSharedUsage,
  usageWarning,
  usedOf,
  WHOLE_BANK,
} from '../limits/index.ts';

/**
 * Returns the faults of a program's limits that their schema cannot find, without those of the merchant lists that they
 * name.
 */
export function programLimitFaults(
  limits: readonly (ProgramLimit | undefined)[],
  exponent: number,
): Finding<BodyError>[] {
  const first = new Map<string, number>();
  return limits.flatMap((limit, at) => {
    if (limit === undefined) return [];
    const path = `limits[${at}]`;
    const faults = limitFaults(limit, exponent).map((finding) => ({ ...finding, path: `${path}.${finding.path}` }));
    const earlier = first.get(limit.id);
    if (earlier === undefined) first.set(limit.id, at);
    else {
      const message = `is the name of limits[${earlier}], too`;
      faults.push({ path: `${path}.id`, error: 'value_not_allowed', message });
    }
    return faults;
  });
}

type Warning = ProgramThatWasSet['warnings'][number];

/** Warns about valid limits that are probably a mistake. */
export async function programLimitWarnings(
  tx: Tx,
  bankId: string,
  productCode: string,
  { program, exponent, now }: { readonly program: Program; readonly exponent: number; readonly now: Date },
): Promise<Warning[]> {
  const { sharedLimits } = limitsOfProgram(program, exponent);
  const usage = sharedLimits.length === 0 ? new Map() : await readSharedUsage(tx, bankId, [WHOLE_BANK, productCode]);
  const ofUse = sharedLimits.flatMap((limit) => {
    const usedAmount = usedOf({ usage }, limit, now);
    if (usedAmount <= limit.max) return [];
    const format = (value: bigint) => (limit.measure === 'amount' ? formatAmount(value, exponent) : String(value));
    const at = program.limits.findIndex(({ key }) => key === limit.key);
    return [{ field: `limits[${at}]`, ...usageWarning({ max: format(limit.max), used: format(usedAmount) }) }];
  });
  const ofConditions: Warning[] = [];
  for (const [at, { asked: request }] of program.limits.entries()) {
    const strange = await conditionWarnings(tx, bankId, request.where);
    ofConditions.push(...strange.map((warning) => ({ field: `limits[${at}]`, ...warning })));
  }
  return [...ofUse, ...ofConditions];
}
