import { type Failure, fail, type Result } from '../kernel/result.ts';
import type { OperationContext, RestAnswer, RestImplementation, SecondPersonChange } from './define-operation.ts';
import type { RepeatedRequest } from './repeated-request.ts';
import type { RequestedChange } from './requested-change.ts';
import { type CallContext, createContext, type RunnerDeps } from './runner-context.ts';

type Input = Parameters<RestImplementation['run']>[1];

/**
 * Returns the change that the operation would make if it needs a second person, or the failure of the operation.
 * Undefined if the operation can run. Runs the operation to check it, and rolls everything back.
 */
export async function rehearseChange(
  deps: RunnerDeps,
  operation: RestImplementation,
  input: Input,
  callContext: CallContext,
  repeated: RepeatedRequest | undefined,
): Promise<RequestedChange | Failure<string> | undefined> {
  if (!canNeedSecondPerson(deps, operation, callContext)) return undefined;
  return await deps.database.transaction<RequestedChange | Failure<string> | undefined>(async (tx) => {
    const { context: baseContext, trail } = createContext(deps, tx, operation.contract.id, callContext);
    const stop = <R>(result: R) => ({ commit: false as const, result });
    if ((await repeated?.find(tx)) !== undefined) return stop(undefined);
    const change = await changeForSecondPerson(deps, operation, baseContext, input);
    if (change === undefined) return stop(undefined);
    const reason = reasonOf(input);
    if (reason === undefined) {
      const message = 'must be sent: the change needs a second person';
      return stop(fail('field_missing', { path: 'reason', message }));
    }
    const result = await operation.run(baseContext, input);
    if (!result.ok) return stop(result);
    const { params, query, body } = input as unknown as RequestedChange['input'];
    const audited = trail.lastChange() ?? { before: null, after: null };
    const masked = deps.maskCardNumbers(reason);
    return stop({
      ...change,
      operation: operation.contract.id,
      input: { params, query, body },
      reason: masked,
      audited,
    });
  }, callContext.signal);
}

/** Runs an operation, unless its change has come to need a second person since it was checked. */
export async function runUnlessGuarded(
  deps: RunnerDeps,
  operation: RestImplementation,
  context: OperationContext,
  input: Input,
): Promise<Result<RestAnswer<unknown>, string>> {
  const isGuarded =
    canNeedSecondPerson(deps, operation, context) &&
    (await changeForSecondPerson(deps, operation, context, input)) !== undefined;
  return isGuarded ? fail('try_again_later') : await operation.run(withReason(operation, context, input), input);
}

/** Adds the reason that a caller gave for a change to its audit rows. */
export function withReason(operation: RestImplementation, context: OperationContext, input: Input): OperationContext {
  const reason = operation.secondPerson === undefined ? undefined : reasonOf(input);
  if (reason === undefined) return context;
  return {
    ...context,
    audit: (log, subject, outcome, details, change) =>
      context.audit(log, subject, outcome, { reason, ...details }, change),
  };
}

function canNeedSecondPerson(
  { changeGate }: RunnerDeps,
  { contract, secondPerson }: RestImplementation,
  { caller }: Pick<CallContext, 'caller'>,
): boolean {
  if (changeGate === undefined || secondPerson === undefined) return false;
  const required = changeGate.kindsOf(caller);
  return (contract.changeKinds ?? []).some((kind) => required.has(kind));
}

async function changeForSecondPerson(
  { changeGate }: RunnerDeps,
  { secondPerson }: RestImplementation,
  context: OperationContext,
  input: Input,
): Promise<SecondPersonChange | undefined> {
  const required = changeGate?.kindsOf(context.caller);
  const change = await secondPerson?.(context, input);
  return change?.kinds.some((kind) => required?.has(kind)) ? change : undefined;
}

function reasonOf({ body, query }: Input): string | undefined {
  const { reason } = (body ?? query) as { readonly reason?: unknown };
  return typeof reason === 'string' ? reason : undefined;
}
