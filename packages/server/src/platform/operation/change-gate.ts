import { type Failure, fail, type Result } from '../kernel/result.ts';
import type { OperationContext, RestAnswer, RestImplementation, SecondPersonChange } from './define-operation.ts';
import type { RepeatedRequest } from './repeated-request.ts';
import type { DecisionComparison, PromiseGuard, RequestedChange } from './requested-change.ts';
import { type CallContext, createContext, type RunnerDeps } from './runner-context.ts';

type Input = Parameters<RestImplementation['run']>[1];

/**
 * A change that one person can make, because it keeps the promises of the bank in the state that the check and its
 * basis identify.
 */
interface CheckedChange {
  readonly checkId: string;
  /** The state before the change. It takes much less time to read than what the check compares. */
  readonly basis: string;
}

const missingReason = fail('field_missing', {
  path: 'reason',
  message: 'must be sent: the change needs a second person',
});
/** Stored instead of a reason: the caller could not know that the change needs one. */
const NO_REASON = 'Sent without a reason; the change breaks a promise';

interface Rehearsed {
  readonly change: Omit<RequestedChange, 'reason'>;
  /** Undefined if the change needs a second person in any case. */
  readonly compared: { readonly comparison: DecisionComparison; readonly basis: string } | undefined;
}

/**
 * Returns the change that the operation would make if it needs a second person, or the failure of the operation. A
 * change that breaks a promise always needs one. Returns undefined if the operation can run. Runs the operation to
 * check it, and rolls everything back.
 */
export async function rehearseChange(
  deps: RunnerDeps,
  operation: RestImplementation,
  input: Input,
  callContext: CallContext,
  repeated: RepeatedRequest | undefined,
): Promise<RequestedChange | Failure<string> | CheckedChange | undefined> {
  if (!isGated(deps, operation, callContext)) return undefined;
  const rehearsed = await deps.database.transaction<Rehearsed | Failure<string> | undefined>(async (tx) => {
    const { context, trail } = createContext(deps, tx, operation.contract.id, callContext);
    const stop = <R>(result: R) => ({ commit: false as const, result });
    if ((await repeated?.find(tx)) !== undefined) return stop(undefined);
    const gate = await gateOf(deps, operation, context, input);
    if (gate === undefined) return stop(undefined);
    if (gate.promises === undefined && reasonOf(input) === undefined) return stop(missingReason);
    const made = await gate.makeChange(context, () => operation.run(context, input));
    if (made === undefined) return stop(undefined);
    if (!made.result.ok) return stop(made.result);
    const { params, query, body } = input as unknown as RequestedChange['input'];
    const audited = trail.lastChange() ?? { before: null, after: null };
    const change = { ...gate.change, operation: operation.contract.id, input: { params, query, body }, audited };
    return stop({ change, compared: made.compared });
  }, callContext.signal);
  if (rehearsed === undefined || 'ok' in rehearsed) return rehearsed;
  const { change, compared } = rehearsed;
  const { promises } = deps.changeGate ?? {};
  if (compared !== undefined) {
    const { comparison, basis } = compared;
    const isAllowed =
      !comparison.canBreakPromise || (await promises?.satisfiesPromises(callContext.caller, comparison));
    if (isAllowed) return { checkId: comparison.checkId, basis };
  }
  return { ...change, reason: deps.maskCardNumbers(reasonOf(input) ?? NO_REASON) };
}

/** Runs an operation, unless its change needs a second person by now, or the checked state has changed. */
export async function runUnlessGuarded(
  deps: RunnerDeps,
  operation: RestImplementation,
  context: OperationContext,
  input: Input,
  checked: CheckedChange | undefined,
): Promise<Result<RestAnswer<unknown>, string>> {
  const run = () => operation.run(withReason(operation, context, input), input);
  const gate = isGated(deps, operation, context) ? await gateOf(deps, operation, context, input) : undefined;
  if (gate === undefined) return await run();
  if (gate.promises === undefined) return fail('try_again_later');
  // the state is the same, so the change is the one that was compared
  if (checked !== undefined && (await gate.promises.readBasis(context)) === checked.basis) return await run();
  const made = await gate.makeChange(context, run);
  if (made === undefined) return await run();
  const { comparison } = made.compared ?? {};
  const isKnown = comparison?.canBreakPromise !== true || comparison.checkId === checked?.checkId;
  return isKnown ? made.result : fail('try_again_later');
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

function isGated(
  { changeGate }: RunnerDeps,
  { contract, secondPerson }: RestImplementation,
  { caller }: Pick<CallContext, 'caller'>,
): boolean {
  if (changeGate === undefined || secondPerson === undefined) return false;
  const required = changeGate.kindsOf(caller);
  const ofPromises = caller.kind === 'bank' ? (changeGate.promises?.kinds ?? []) : [];
  return (contract.changeKinds ?? []).some((kind) => required.has(kind) || ofPromises.includes(kind));
}

interface Gate {
  readonly change: SecondPersonChange;
  /** Undefined if the change needs a second person in any case. */
  readonly promises: PromiseGuard | undefined;
  /** Makes the change. Returns undefined, and changes nothing, if there is no promise that the change can break. */
  makeChange(
    context: OperationContext,
    run: () => Promise<Result<RestAnswer<unknown>, string>>,
  ): Promise<
    { readonly result: Result<RestAnswer<unknown>, string>; readonly compared: Rehearsed['compared'] } | undefined
  >;
}

async function gateOf(
  { changeGate }: RunnerDeps,
  { secondPerson }: RestImplementation,
  context: OperationContext,
  input: Input,
): Promise<Gate | undefined> {
  const required = changeGate?.kindsOf(context.caller);
  const change = await secondPerson?.(context, input);
  if (change === undefined) return undefined;
  const isOfKind = change.onlyForPromises !== true && change.kinds.some((kind) => required?.has(kind));
  if (isOfKind || change.endsPromise === true)
    return {
      change,
      promises: undefined,
      makeChange: async (_, run) => ({ result: await run(), compared: undefined }),
    };
  const promises = context.caller.kind === 'bank' ? changeGate?.promises : undefined;
  if (promises === undefined || !change.kinds.some((kind) => promises.kinds.includes(kind))) return undefined;
  const makeChange: Gate['makeChange'] = async (within, run) => {
    const compared = await promises.compare(within, run);
    return compared && { result: compared.made, compared };
  };
  return { change, promises, makeChange };
}

function reasonOf({ body, query }: Input): string | undefined {
  const { reason } = (body ?? query) as { readonly reason?: unknown };
  return typeof reason === 'string' ? reason : undefined;
}
