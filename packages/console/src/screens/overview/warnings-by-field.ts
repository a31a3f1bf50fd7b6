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

/** All days together, the ones that come most often first; each caller by itself, as each has its own to mend. */
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

/** Whoever sent most of it first. */
export function callersIn(fields: readonly FieldWarning[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { caller, count } of fields) counts.set(caller, (counts.get(caller) ?? 0) + count);
  return [...counts].sort(([, one], [, other]) => other - one).map(([caller]) => caller);
}
