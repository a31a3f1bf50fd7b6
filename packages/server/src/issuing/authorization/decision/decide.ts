import type { ActionCode } from '@cardwright/contract';
import { afterApproval, afterDecline, afterStandIn, type Effect } from './account-state.ts';
import {
  type AuthorizationFacts,
  type AuthorizationMessage,
  type FactsWithCard,
  hasCard,
  type PaymentException,
} from './facts.ts';
import { ADVICE_RULES } from './rules/advice-rules.ts';
import { exceptionFor, exceptionStep, PASSED_BY_EXCEPTION, usesException } from './rules/exception.ts';
import { CARD_RULES, OPENING_RULES, RULE_VERSION } from './rules/index.ts';
import { standsIn, withPartner } from './rules/partner.ts';
import type { Rule, RuleAnswer, SawValue } from './rules/rule.ts';

export const NO_APPROVAL_CODE = '      ';
const APPROVED = 'APPROVED';

/** One step for each evaluated rule, in order: its name, then what it saw. If the message was declined, the last rule refused it. */
export type Trace = readonly (readonly [rule: string, ...saw: SawValue[]])[];

/** The third of the four types that a message passes (docs/architecture.md#one-message-four-types). */
export interface Decision extends Effect {
  readonly actionCode: ActionCode;
  /** Six digits, or six blanks when declined. */
  readonly approvalCode: string;
  /** APPROVED, or the short name of the rule that refused. */
  readonly reason: string;
  /** The bank's business date YYYY-MM-DD. */
  readonly settlementDate: string;
  /** What moves from available to reserved, in minor units of the account currency. */
  readonly reserveMinor: bigint;
  readonly trace: Trace;
  readonly ruleVersion: number;
  /** The exception that the approval used up. */
  readonly exceptionId?: string | undefined;
}

/** The part of a decision that its response shows. */
export type DecisionOutcome = Pick<Decision, 'actionCode' | 'approvalCode' | 'reason' | 'settlementDate'>;

/**
 * Decides one message. Pure: the same facts, message and clock give the same decision, bit for bit
 * (docs/interface/decision.md). Live traffic, previews, backtests and the simulation all call this function.
 */
export function decide(facts: AuthorizationFacts, message: AuthorizationMessage, now: Date): Decision {
  const trace: [string, ...SawValue[]][] = [];
  const refusal = evaluateInOrder(OPENING_RULES, facts, message, now, trace);
  if (refusal !== undefined) return declined(refusal, facts, now, trace, NO_EFFECT);
  if (!hasCard(facts)) throw new Error('a card was found, but its facts were not loaded');
  const { partner } = facts;
  const exception = exceptionFor(facts.account.exceptions, message, now);
  const ofCard =
    partner === undefined
      ? evaluateInOrder(message.advice === undefined ? CARD_RULES : ADVICE_RULES, facts, message, now, trace, exception)
      : evaluateInOrder(withPartner(CARD_RULES, partner, now), { ...facts, partner }, message, now, trace, exception);
  if (ofCard !== undefined) {
    return declined(ofCard, facts, now, trace, afterDecline(facts, message, now, trace.at(-1)?.[0]) ?? NO_EFFECT);
  }
  const settlementDate = facts.bank.calendar.businessDate(now);
  const exceptionInUse = exception !== undefined && usesException(trace) ? exception : undefined;
  const effect = afterApproval(
    exceptionInUse === undefined ? facts : withoutException(facts, exceptionInUse),
    message,
    now,
  );
  const isStandIn = partner !== undefined && standsIn(partner, now);
  return {
    actionCode: '00',
    approvalCode: message.advice?.approvalCode || facts.approvalCode,
    reason: APPROVED,
    settlementDate,
    reserveMinor: message.billingMinor,
    ...(isStandIn ? afterStandIn(effect, message.billingMinor, settlementDate) : effect),
    trace,
    ruleVersion: RULE_VERSION,
    ...(exceptionInUse !== undefined && { exceptionId: exceptionInUse.id }),
  };
}

/** Removes a used exception, because it is for one payment. */
function withoutException(facts: FactsWithCard, exception: PaymentException): FactsWithCard {
  const exceptions = facts.account.exceptions?.filter(({ id }) => id !== exception.id);
  return { ...facts, account: { ...facts.account, exceptions } };
}

const NO_EFFECT: Effect = { after: undefined, usedSwitches: [], countingKey: undefined };

/** Evaluates the rules until one refuses that the exception does not pass, and adds what each of them saw to the trace. */
function evaluateInOrder<Facts>(
  rules: readonly Rule<Facts>[],
  facts: Facts,
  message: AuthorizationMessage,
  now: Date,
  trace: [string, ...SawValue[]][],
  exception?: PaymentException,
): RuleAnswer['refuse'] {
  let isPassed = false;
  for (const rule of rules) {
    if (rule.isSet?.(facts) === false) continue;
    const { saw, refuse } = rule.evaluate(facts, message, now);
    // one concatenation: an array that grows value by value takes several times the memory
    trace.push(([rule.name] as SawValue[]).concat(saw) as [string, ...SawValue[]]);
    if (refuse === undefined) continue;
    if (exception === undefined || !PASSED_BY_EXCEPTION.has(rule.name)) return refuse;
    if (!isPassed) trace.push([exceptionStep.name, exception.id, refuse.reason]);
    isPassed = true;
  }
  return undefined;
}

function declined(
  { actionCode, reason }: NonNullable<RuleAnswer['refuse']>,
  { bank }: AuthorizationFacts,
  now: Date,
  trace: Trace,
  effect: Effect,
): Decision {
  return {
    actionCode,
    approvalCode: NO_APPROVAL_CODE,
    reason,
    settlementDate: bank.calendar.businessDate(now),
    reserveMinor: 0n,
    ...effect,
    trace,
    ruleVersion: RULE_VERSION,
  };
}
