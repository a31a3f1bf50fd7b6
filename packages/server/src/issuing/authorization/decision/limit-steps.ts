import { LIMIT_STEPS, LIMITS_OVER_WINDOWS, type WindowLimit } from '@cardwright/contract';
import type { Trace } from './decide.ts';

/** A limit of which an approval has used a part that is told. */
export interface ReachedLimit {
  readonly limit: string;
  readonly percent: (typeof LIMIT_STEPS)[number];
  readonly used: bigint;
  readonly max: bigint;
  /** Of a limit of the bank's own. */
  readonly measure: string | undefined;
}

/** The limits of which an approval took the account over 80 or 100 percent, by its trace: the higher one where it passed both. */
export function reachedLimits(trace: Trace): ReachedLimit[] {
  return trace.flatMap(([rule, ...saw]) => {
    if (rule === 'LIMITS') return String(saw[1]).split(' ').flatMap(reachedOwn);
    if (!isWindowLimit(rule)) return [];
    const [max, before, after] = saw;
    return max === null ? [] : reached(rule, undefined, String(max), String(before), String(after));
  });
}

/** A limit of the bank's own, as the rule LIMITS writes it. One that counts declines alone is not moved by an approval. */
function reachedOwn(state: string): ReachedLimit[] {
  const [id = '', , measure, of, max, before, after] = state.split(':');
  if (of === 'declines' || max === undefined || before === undefined || after === undefined) return [];
  return reached(id, measure, max, before, after);
}

function reached(
  limit: string,
  measure: string | undefined,
  ...[maxText, beforeText, afterText]: [max: string, before: string, after: string]
): ReachedLimit[] {
  const [max, before, used] = [BigInt(maxText), BigInt(beforeText), BigInt(afterText)];
  const percent = LIMIT_STEPS.findLast((step) => isOver(before, max, step) === false && isOver(used, max, step));
  return percent === undefined ? [] : [{ limit, percent, used, max, measure }];
}

function isOver(used: bigint, max: bigint, percent: number): boolean {
  return max > 0n && used * 100n >= max * BigInt(percent);
}

function isWindowLimit(rule: string): rule is WindowLimit {
  return Object.hasOwn(LIMITS_OVER_WINDOWS, rule);
}
