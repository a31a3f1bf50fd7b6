import { LIMIT_STEPS, LIMITS_OVER_WINDOWS, type WindowLimit } from '@cardwright/contract';
import type { Trace } from './decide.ts';

/** A limit that an approval brought to a reported percentage. */
export interface ReachedLimit {
  readonly limit: string;
  readonly percent: (typeof LIMIT_STEPS)[number];
  readonly usedMinor: bigint;
  readonly max: bigint;
  /** Present for a custom limit. */
  readonly measure: string | undefined;
}

/** The limits that an approval brought to 80 or 100 percent, read from its trace. An approval that reached both steps reports the higher one. */
export function reachedLimits(trace: Trace): ReachedLimit[] {
  return trace.flatMap(([rule, ...saw]) => {
    if (rule === 'LIMITS') return String(saw[1]).split(' ').flatMap(reachedAccountLimits);
    if (!isWindowLimit(rule)) return [];
    const [max, before, after] = saw;
    return max === null ? [] : toReachedLimits(rule, undefined, String(max), String(before), String(after));
  });
}

/** A custom limit, as the rule LIMITS writes it. An approval does not change a limit that counts only declines. */
function reachedAccountLimits(state: string): ReachedLimit[] {
  const [id = '', , measure, of, max, before, after] = state.split(':');
  if (of === 'declines' || max === undefined || before === undefined || after === undefined) return [];
  return toReachedLimits(id, measure, max, before, after);
}

function toReachedLimits(
  limit: string,
  measure: string | undefined,
  ...[maxText, beforeText, afterText]: [max: string, before: string, after: string]
): ReachedLimit[] {
  const [max, before, usedMinor] = [BigInt(maxText), BigInt(beforeText), BigInt(afterText)];
  const percent = LIMIT_STEPS.findLast((step) => isOver(before, max, step) === false && isOver(usedMinor, max, step));
  return percent === undefined ? [] : [{ limit, percent, usedMinor, max, measure }];
}

function isOver(usedMinor: bigint, max: bigint, percent: number): boolean {
  return max > 0n && usedMinor * 100n >= max * BigInt(percent);
}

function isWindowLimit(rule: string): rule is WindowLimit {
  return Object.hasOwn(LIMITS_OVER_WINDOWS, rule);
}
