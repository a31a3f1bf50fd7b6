import { joinPath } from '../schema/field-path.ts';
import type { Condition } from './condition.ts';

/** Limits whose use a condition asks for, and where. */
export interface NamedLimit {
  readonly path: string;
  readonly name: string;
  /** Those that sum amounts; otherwise those that count messages or merchants. */
  readonly isSum: boolean;
}

/** What a condition that is in order asks of limits, in its order; some may stand twice. Pure. */
export function namedLimits(condition: Condition, path: string): NamedLimit[] {
  if ('not' in condition) return namedLimits(condition.not, joinPath(path, 'not'));
  if ('field' in condition) {
    const { field, limit } = condition;
    return limit === undefined ? [] : [{ path: joinPath(path, 'limit'), name: limit, isSum: field === 'limitSum' }];
  }
  const [form, parts] = 'all' in condition ? (['all', condition.all] as const) : (['any', condition.any] as const);
  return parts.flatMap((part, at) => namedLimits(part, `${joinPath(path, form)}[${at}]`));
}
