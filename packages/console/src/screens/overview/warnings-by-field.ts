import type { listContractWarnings } from '@cardwright/contract';
import type { Static } from 'typebox';

type Warning = Static<typeof listContractWarnings.response>['warnings'][number];

export interface FieldWarning {
  readonly operation: string;
  readonly path: string;
  readonly rule: string;
  readonly count: number;
  readonly lastAt: string;
}

/** All days together, the ones that come most often first. */
export function warningsByField(warnings: readonly Warning[]): readonly FieldWarning[] {
  const fields = new Map<string, FieldWarning>();
  for (const { operation, path, rule, count, last_at: at } of warnings) {
    const key = `${operation}\0${path}\0${rule}`;
    const before = fields.get(key);
    const lastAt = before !== undefined && before.lastAt > at ? before.lastAt : at;
    fields.set(key, { operation, path, rule, count: (before?.count ?? 0) + count, lastAt });
  }
  return [...fields.values()].sort((one, other) => other.count - one.count);
}
