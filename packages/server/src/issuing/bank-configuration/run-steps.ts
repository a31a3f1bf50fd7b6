import type { JsonObject } from '@cardwright/contract';
import { requireValue } from '../../platform/kernel/required.ts';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import {
  type OperationContext,
  type RestImplementation,
  type SecondPersonChange,
  withReason,
} from '../../platform/operation/index.ts';
import type { ConfigurationStep, StepCall } from './configuration-step.ts';

type Input = Parameters<RestImplementation['run']>[1];
export type FindOperation = (id: string) => RestImplementation | undefined;
type StepFailure = Failure<'state_forbids' | 'scope_missing' | 'value_not_allowed'>;

/** Returns the change that a step makes for a second person, as its operation states it before anything has changed. */
export async function changeOfStep(
  operation: FindOperation,
  context: OperationContext,
  { calls: [first] }: ConfigurationStep,
): Promise<Pick<SecondPersonChange, 'kinds' | 'onlyForPromises'> | undefined> {
  if (first === undefined) return undefined;
  const call = first({});
  return await implementationOf(operation, call).secondPerson?.(context, inputOf(call, undefined));
}

/** Makes the steps in this transaction, up to the first failure, after which the transaction must be rolled back. */
export async function runSteps(
  operation: FindOperation,
  context: OperationContext,
  steps: readonly ConfigurationStep[],
  reason: string | undefined,
): Promise<Success<undefined> | StepFailure> {
  for (const step of steps) {
    let earlier: JsonObject = {};
    for (const next of step.calls) {
      const result = await runCall(operation, context, next(earlier), reason);
      if (!result.ok) return failureOf(step, result);
      earlier = result.value.body as JsonObject;
    }
  }
  return ok(undefined);
}

async function runCall(
  operation: FindOperation,
  baseContext: OperationContext,
  call: StepCall,
  reason: string | undefined,
) {
  const implementation = implementationOf(operation, call);
  const { scope } = implementation.contract;
  if (!baseContext.caller.scopes.has(scope)) return fail('scope_missing', { message: `Needs the scope ${scope}` });
  // an answer with a new secret reaches no caller: the proposer rotates the secret of a new endpoint
  const context: OperationContext = { ...baseContext, appliesRequest: true, isPartOfConfiguration: true };
  const input = inputOf(call, reason);
  return await implementation.run(withReason(implementation, context, input), input);
}

function implementationOf(operation: FindOperation, call: StepCall): RestImplementation {
  return requireValue(operation(call.operation), 'the operation of a step');
}

function inputOf({ operation, params = {}, body }: StepCall, reason: string | undefined): Input {
  const reasonPart = reason === undefined ? {} : { reason };
  const takesReason = !operation.startsWith('rules.') || operation === 'rules.retire-rule';
  return {
    params,
    query: body === undefined ? reasonPart : {},
    body: body === undefined ? null : { ...body, ...(takesReason && reasonPart) },
    headers: {},
  } as unknown as Input;
}

/** Returns the failure of a step, with its path in the configuration. */
function failureOf({ kind, name, path: at }: ConfigurationStep, failure: Failure<string>): StepFailure {
  const { findings, path, message } = failure as Failure<'state_forbids'>;
  const place = (within: string) => `configuration.${at}${within === '' ? '' : `.${within}`}`;
  return {
    ...(failure as StepFailure),
    subject: `${kind}:${name}`,
    // with a path, the message is about that field
    ...(message !== undefined && { message: path === undefined ? `${name}: ${message}` : message }),
    ...(path !== undefined && { path: place(path) }),
    ...(findings && { findings: findings.map((finding) => ({ ...finding, path: place(finding.path) })) }),
  };
}
