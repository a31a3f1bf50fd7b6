import type { DecisionComparison, RestImplementation } from '../operation/index.ts';
import type { Enqueue, ReadHolderScopes } from '../outbox/index.ts';
import type { Tx } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import type { IsPerson } from './second-person.ts';

export interface ChangeRequestDeps {
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly enqueue: Enqueue;
  readonly isPerson: IsPerson;
  /** The scopes that the proposer has now. */
  readonly holderScopes: ReadHolderScopes;
  /** The operation that a request is for. */
  readonly operation: (id: string) => RestImplementation | undefined;
  readonly compareChange: CompareChange;
}

/**
 * Makes a change, and compares the decisions before and after it. The capability of rules, which depends on this one,
 * provides it.
 */
export type CompareChange<Comparison extends DecisionComparison = DecisionComparison> = <R>(
  tx: Tx,
  bankId: string,
  now: Date,
  makeChange: () => Promise<R>,
) => Promise<{ readonly made: R; readonly comparison: Comparison }>;

/** The context that a sealed request is bound to. The rotation of keys uses it too. */
export const changeRequestContext = (bankId: string, id: string) => `change-request:${bankId}:${id}`;
