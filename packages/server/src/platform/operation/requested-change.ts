import type { ChangeKind, ErrorName, JsonObject } from '@cardwright/contract';
import type { Caller } from '../access/index.ts';
import type { Result } from '../kernel/result.ts';
import type { OperationContext, RestAnswer, SecondPersonChange } from './define-operation.ts';

/** A valid change that waits for a second person. */
export interface RequestedChange extends SecondPersonChange {
  readonly operation: string;
  readonly input: { readonly params: JsonObject; readonly query: JsonObject; readonly body: JsonObject | null };
  readonly reason: string;
  /** The change as the audit log has it. */
  readonly audited: { readonly before: object | null; readonly after: object | null };
}

/** Stores changes that need a second person instead of making them (docs/interface/change-requests.md). */
export interface ChangeGate {
  /** The kinds for which the caller's bank requires a second person. */
  kindsOf(caller: Caller): ReadonlySet<ChangeKind>;
  /** Stores the change request. The answer is 202 with the request. */
  file(context: OperationContext, change: RequestedChange): Promise<Result<RestAnswer<unknown>, ErrorName>>;
  /** Absent if changes that need no second person are not checked against promises. */
  readonly promises?: PromiseGuard | undefined;
}

/** The decisions before and after a change. */
export interface DecisionComparison {
  /** Identifies everything that the analysis of the change depends on. */
  readonly checkId: string;
  /** Whether the change can break a promise. */
  readonly canBreakPromise: boolean;
}

/**
 * Checks a change that one person can make against the promises of the bank
 * (docs/interface/promises.md#changes-by-one-person).
 */
export interface PromiseGuard<Comparison extends DecisionComparison = DecisionComparison> {
  /** The kinds of changes that can break a promise. */
  readonly kinds: readonly ChangeKind[];
  /**
   * Makes the change and compares the decisions before and after it. Returns undefined, and changes nothing, if the
   * bank has no promises.
   */
  compare<R>(
    context: OperationContext,
    makeChange: () => Promise<R>,
  ): Promise<{ readonly made: R; readonly comparison: Comparison; readonly basis: string } | undefined>;
  /** Identifies the state before a change, and locks it until the transaction ends. */
  readBasis(context: Pick<OperationContext, 'tx' | 'caller' | 'now'>): Promise<string>;
  /**
   * Whether there is a proof that the change keeps all promises that are kept now. Takes seconds, so no transaction is
   * open.
   */
  satisfiesPromises(caller: Caller, comparison: Comparison): Promise<boolean>;
}
