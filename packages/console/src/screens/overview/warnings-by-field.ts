import type { listContractWarnings } from '@cardwright/contract';
import type { Static } from 'typebox';

type Warning = Static<typeof listContractWarnings.response>['warnings'][number];

export interface FieldWarning {
  readonly caller: string;
  readonly operation: string;
  readonly path: string;
  readonly rule: string;
  readonly count: number;
  readonly lastAt: string;
}

/** Sums all days, the most frequent first. Each caller is separate, because each has its own warnings to fix. */
export function warningsByField(warnings: readonly Warning[]): readonly FieldWarning[] {
  const fields = new Map<string, FieldWarning>();
  for (const { caller, operation, path, rule, count, last_at: at } of warnings) {
    const key = `${caller}\0${operation}\0${path}\0${rule}`;
    const before = fields.get(key);
    const lastAt = before !== undefined && before.lastAt > at ? before.lastAt : at;
    fields.set(key, { caller, operation, path, rule, count: (before?.count ?? 0) + count, lastAt });
  }
  return [...fields.values()].sort((one, other) => other.count - one.count);
}

/** The callers, those with the most warnings first. */
export function callersIn(fields: readonly FieldWarning[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { caller, count } of fields) counts.set(caller, (counts.get(caller) ?? 0) + count);
  return [...counts].sort(([, one], [, other]) => other - one).map(([caller]) => caller);
}
