import { RULES_PASSED_BY_EXCEPTION } from '@cardwright/contract';
import type { AuthorizationMessage, PaymentException } from '../facts.ts';
import type { Rule, SawValue } from './rule.ts';

const NAME = 'EXCEPTION';

/** The rules that one allowed payment may pass (docs/interface/exceptions.md). */
export const PASSED_BY_EXCEPTION: ReadonlySet<string> = new Set(RULES_PASSED_BY_EXCEPTION);

/** A step of the trace, which follows the first rule that the exception passes. It declines nothing. */
export const exceptionStep: Pick<Rule, 'name' | 'labels'> = { name: NAME, labels: ['exception_id', 'would_decline'] };

/** The oldest exception that covers a message. */
export function exceptionFor(
  exceptions: readonly PaymentException[] | undefined,
  { merchantId, merchantCategory, billingMinor }: AuthorizationMessage,
  now: Date,
): PaymentException | undefined {
  return exceptions?.find(
    (one) =>
      (one.merchantId === undefined || one.merchantId === merchantId) &&
      (one.mcc === undefined || one.mcc === merchantCategory) &&
      billingMinor <= one.maxMinor &&
      now < one.validUntil,
  );
}

const STEP = new RegExp(`\\["${NAME}","([\\da-f-]{36})",`);
const ANY_AMOUNT = 2n ** 63n;
const ANY_TIME = new Date(8.64e15);

/** An exception that covers the message as the stored one did, read from its trace; undefined if none was needed. */
export function exceptionOfTrace(trace: string): PaymentException | undefined {
  const id = STEP.exec(trace)?.[1];
  if (id === undefined) return undefined;
  return { id, merchantId: undefined, mcc: undefined, maxMinor: ANY_AMOUNT, validUntil: ANY_TIME };
}

/** The content of the trace step; undefined if no exception was needed. */
export function exceptionUse(
  trace: readonly (readonly [string, ...SawValue[]])[],
): { readonly exception_id: string; readonly would_decline: string } | undefined {
  const step = trace.find(([rule]) => rule === NAME);
  return step && { exception_id: String(step[1]), would_decline: String(step[2]) };
}

/** Whether a trace has the step. */
export function usesException(trace: readonly (readonly [string, ...SawValue[]])[]): boolean {
  return trace.some(([rule]) => rule === NAME);
}
