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
}
