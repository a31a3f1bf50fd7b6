import type { ActionCode } from '@cardwright/contract';
import { type Approval, afterApproval } from './account-state.ts';
import type { AuthorizationFacts, AuthorizationMessage } from './facts.ts';
import { RULE_VERSION, RULES } from './rules/index.ts';
import type { SawValue } from './rules/rule.ts';

export const NO_APPROVAL_CODE = '      ';
export const APPROVED = 'APPROVED';

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
  const settlementDate = facts.bank.calendar.businessDate(now);
  for (const rule of RULES) {
    const answer = rule.ask(facts, message, now);
    trace.push([rule.name, ...answer.saw]);
    if (answer.refuse === undefined) continue;
    return {
      actionCode: answer.refuse.actionCode,
      approvalCode: NO_APPROVAL_CODE,
      reason: answer.refuse.reason,
      settlementDate,
      reserveMinor: 0n,
      approval: undefined,
      trace,
      ruleVersion: RULE_VERSION,
    };
  }
  return {
    actionCode: '00',
    approvalCode: facts.approvalCode,
    reason: APPROVED,
    settlementDate,
    reserveMinor: message.billingMinor,
    approval: afterApproval(facts.account!, message, facts.bank, now),
    trace,
    ruleVersion: RULE_VERSION,
  };
}
