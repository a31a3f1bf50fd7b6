import {
  type Finding,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NotificationOperation,
  type Warning,
} from '@cardwright/contract';
import type { Static } from 'typebox';
import { callerLog } from '../access/index.ts';
import { requireValue } from '../kernel/required.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { durabilityBarrier } from '../storage/index.ts';
import { rehearseChange, runUnlessGuarded } from './change-gate.ts';
import {
  type CallingContext,
  type NotificationImplementation,
  type NotificationSender,
  type OperationContext,
  PendingCall,
  type RestAnswer,
  type RestImplementation,
} from './define-operation.ts';
import { type RepeatedRequest, repeatedRequest } from './repeated-request.ts';
import { type CallContext, createContext, type RunnerDeps } from './runner-context.ts';

type RunAnswer<Body> = Result<RestAnswer<Body> & { warnings: Warning[] }, string>;

/**
 * Runs a plain JSON operation in one transaction. If the request has an `Idempotency-Key`, the answer is committed with
 * the effects and returned again for a repeat; otherwise operations that change data recognize repeats themselves. A
 * change that needs a second person is stored instead (docs/interface/change-requests.md).
 */
export async function runRest(
  deps: RunnerDeps,
  operation: RestImplementation,
  input: Parameters<RestImplementation['run']>[1],
  callContext: CallContext,
): Promise<RunAnswer<unknown>> {
  const { contract } = operation;
  const repeated = repeatedRequest(deps.vault, contract, input, callContext);
  if (operation.runOrCall !== undefined) return await runAfterCall(deps, operation, input, callContext, repeated);
  const requested = await rehearseChange(deps, operation, input, callContext, repeated);
  if (requested !== undefined && 'ok' in requested) return requested;
  const checked = requested !== undefined && 'checkId' in requested ? requested : undefined;
  const filed = requested !== undefined && 'kinds' in requested ? requested : undefined;
  const run = (context: OperationContext) =>
    filed === undefined || deps.changeGate === undefined
      ? runUnlessGuarded(deps, operation, context, input, checked)
      : deps.changeGate.file(context, filed);
  const committed = await runAndAnswer<unknown, never>(deps, contract.id, run, callContext, repeated, input);
  if (filed !== undefined) return committed;
  if (!committed.ok || operation.finish === undefined) return committed;
  return ok({ ...committed.value, body: await operation.finish(committed.value.body) });
}

/**
 * Runs an operation that may call another server, and runs it again with the answer. No transaction is open during the
 * call.
 */
async function runAfterCall(
  deps: RunnerDeps,
  { contract, runOrCall }: RestImplementation,
  input: Parameters<RestImplementation['run']>[1],
  callContext: CallContext,
  repeated: RepeatedRequest | undefined,
): Promise<RunAnswer<unknown>> {
  const runWith = (answer: Pick<CallingContext<unknown>, 'answer'>) =>
    runAndAnswer<unknown, PendingCall<unknown>>(
      deps,
      contract.id,
      async (context) => await requireValue(runOrCall, 'the operation that calls')({ ...context, ...answer }, input),
      callContext,
      repeated,
    );
  const first = await runWith({});
  if (!(first instanceof PendingCall)) return first;
  const second = await runWith({ answer: await first.make() });
  if (second instanceof PendingCall) throw new Error(`${contract.id} called another server twice`);
  return second;
}

/** Finds further faults of a request that its schemas refused. Everything that the operation writes is rolled back. */
export async function examineRest(
  deps: Pick<RunnerDeps, 'database'>,
  { examine }: RestImplementation,
  body: unknown,
  { caller, now }: Pick<CallContext, 'caller' | 'now'>,
): Promise<readonly Finding[]> {
  if (examine === undefined || !isJsonObject(body as JsonValue)) return [];
  return await deps.database.transaction(async (tx) => ({
    commit: false,
    result: await examine({ tx, caller, now }, { body: body as JsonObject }),
  }));
}

/** Receives a notification in one transaction. Its id identifies a repeat. */
export function runNotification<O extends NotificationOperation>(
  deps: RunnerDeps,
  operation: NotificationImplementation<O>,
  message: { sender: NotificationSender; notification: Static<O['request']> },
  callContext: CallContext,
): Promise<RunAnswer<Static<O['response']>>> {
  const { sender, notification } = message;
  return runAndAnswer<Static<O['response']>, never>(
    deps,
    operation.contract.id,
    (context) => operation.run({ ...context, sender }, notification),
    callContext,
    undefined,
  );
}

async function runAndAnswer<Body, Pending extends PendingCall<unknown> = never>(
  deps: RunnerDeps,
  operationId: string,
  run: (context: OperationContext) => Promise<Result<RestAnswer<Body>, string> | Pending>,
  callContext: CallContext,
  repeated: RepeatedRequest | undefined,
  request?: unknown,
): Promise<RunAnswer<Body> | Pending> {
  let reads: readonly string[] = [];
  const answered = await deps.database.transaction<RunAnswer<Body> | Pending>(async (tx) => {
    const { context, trail, warnings, reads: newReads } = createContext(deps, tx, operationId, callContext, request);
    const earlier = await repeated?.find(tx);
    if (earlier?.kind === 'REFUSED') return { commit: false, result: fail(earlier.error, earlier.more) };
    if (earlier?.kind === 'ANSWERED') {
      context.audit(callerLog(callContext.caller), `request:${earlier.requestId}`, 'replayed');
      const last = await trail.writeLast(tx, callContext.now);
      return { commit: true, result: earlier.answer as RunAnswer<Body>, last };
    }
    const result = await run(context);
    if (result instanceof PendingCall) return { commit: false, result };
    if (!result.ok && result.commitsWrites !== true) return { commit: false, result };
    const answer: RunAnswer<Body> = result.ok ? ok({ ...result.value, warnings }) : result;
    if (result.ok && result.value.replayed === true) await durabilityBarrier(tx);
    const [last] = await Promise.all([trail.writeLast(tx, callContext.now), repeated?.store(tx, answer)]);
    reads = newReads;
    return { commit: true, result: answer, last };
  }, callContext.signal);
  deps.repeatedReads?.add(reads);
  return answered;
}
