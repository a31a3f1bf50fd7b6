import type { ActionCode } from '@cardwright/contract';
import { type Approval, afterApproval } from './account-state.ts';
import { type AuthorizationFacts, type AuthorizationMessage, hasCard } from './facts.ts';
import { CARD_RULES, OPENING_RULES, RULE_VERSION } from './rules/index.ts';
import type { Rule, RuleAnswer, SawValue } from './rules/rule.ts';

export const NO_APPROVAL_CODE = '      ';
const APPROVED = 'APPROVED';

/** Rule name, then what it saw, in the order asked. The last one refused if the message was declined. */
export type Trace = readonly (readonly [rule: string, ...saw: SawValue[]])[];

export interface Decision {
  readonly actionCode: ActionCode;
  /** Six digits, or six blanks when declined. */
  readonly approvalCode: string;
  /** APPROVED, or the short name of the rule that refused. */
  readonly reason: string;
  /** The bank's business date YYYY-MM-DD. */
  readonly settlementDate: string;
  /** What moves from available to reserved, in minor units of the account currency. */
  readonly reserveMinor: bigint;
  /** How an approval leaves the account; a decline changes nothing. */
  readonly approval: Approval | undefined;
  readonly trace: Trace;
  readonly ruleVersion: number;
}

/** The part of a decision that its answer shows. */
export type AnsweredDecision = Pick<Decision, 'actionCode' | 'approvalCode' | 'reason' | 'settlementDate'>;

/**
 * Decides one message. Pure: the same facts, message and clock give the same decision, bit for bit
 * (docs/interface/decision.md). Live traffic, what-if, backtest and simulation all ask here.
 */
export function decide(facts: AuthorizationFacts, message: AuthorizationMessage, now: Date): Decision {
  const trace: [string, ...SawValue[]][] = [];
  const refusal = askInOrder(OPENING_RULES, facts, message, now, trace);
  if (refusal !== undefined) return declined(refusal, facts, now, trace);
  if (!hasCard(facts)) throw new Error('a card was found, but its facts were not loaded');
  const ofCard = askInOrder(CARD_RULES, facts, message, now, trace);
  if (ofCard !== undefined) return declined(ofCard, facts, now, trace);
  return {
    actionCode: '00',
    approvalCode: facts.approvalCode,
    reason: APPROVED,
    settlementDate: facts.bank.calendar.businessDate(now),
    reserveMinor: message.billingMinor,
    approval: afterApproval(facts.account, message, facts.bank, now),
    trace,
    ruleVersion: RULE_VERSION,
  };
}

/** Asks the rules until one refuses; what each of them saw is added to the trace. */
function askInOrder<Facts>(
  rules: readonly Rule<Facts>[],
  facts: Facts,
  message: AuthorizationMessage,
  now: Date,
  trace: [string, ...SawValue[]][],
): RuleAnswer['refuse'] {
  for (const rule of rules) {
    const { saw, refuse } = rule.ask(facts, message, now);
    trace.push([rule.name, ...saw]);
    if (refuse !== undefined) return refuse;
  }
  return undefined;
}

function declined(
  { actionCode, reason }: NonNullable<RuleAnswer['refuse']>,
  { bank }: AuthorizationFacts,
  now: Date,
  trace: Trace,
): Decision {
  return {
    actionCode,
    approvalCode: NO_APPROVAL_CODE,
    reason,
    settlementDate: bank.calendar.businessDate(now),
    reserveMinor: 0n,
    approval: undefined,
    trace,
    ruleVersion: RULE_VERSION,
  };
}
