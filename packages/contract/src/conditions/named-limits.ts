import { joinPath } from '../schema/field-path.ts';
import type { Condition } from './condition.ts';

/** Limits whose usage a condition tests, with the path in the condition. */
export interface NamedLimit {
  readonly path: string;
  readonly name: string;
  /** True for limits that sum amounts; false for limits that count messages or merchants. */
  readonly isSum: boolean;
}

/** Returns the limits that a valid condition names, in its order. Duplicates are possible. Pure. */
export function namedLimits(condition: Condition, path: string): NamedLimit[] {
  if ('not' in condition) return namedLimits(condition.not, joinPath(path, 'not'));
  if ('field' in condition) {
    const { field, limit } = condition;
    return limit === undefined ? [] : [{ path: joinPath(path, 'limit'), name: limit, isSum: field === 'limitSum' }];
  }
  const [form, parts] = 'all' in condition ? (['all', condition.all] as const) : (['any', condition.any] as const);
  return parts.flatMap((part, at) => namedLimits(part, `${joinPath(path, form)}[${at}]`));
}
