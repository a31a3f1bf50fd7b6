import type { DecisionComparison } from '../operation/index.ts';
import type { Database } from '../storage/index.ts';
import { applyChange } from './apply-change.ts';
import type { ChangeRequestDeps, CompareChange } from './change-request-deps.ts';
import type { ChangeRequestRow } from './change-request-store.ts';

/** Makes a requested change and rolls it back. Undefined if it can no longer be made. */
export type RehearseChange = <C extends DecisionComparison>(
  bankId: string,
  row: ChangeRequestRow,
  compare: CompareChange<C>,
  now: Date,
) => Promise<C | undefined>;

export function rehearsalOfChanges(
  database: Pick<Database, 'transaction'>,
  deps: Pick<ChangeRequestDeps, 'vault' | 'holderScopes' | 'operation'>,
): RehearseChange {
  return (bankId, row, compare, now) =>
    database.transaction(async (tx) => {
      const caller = { kind: 'bank', bankId } as const;
      const context = { tx, now, requestId: '', caller, audit: () => {}, warn: () => {} };
      const { made, comparison } = await compare(tx, bankId, now, () => applyChange(deps, context, { bankId, row }));
      return { commit: false, result: made.ok ? comparison : undefined };
    });
}
