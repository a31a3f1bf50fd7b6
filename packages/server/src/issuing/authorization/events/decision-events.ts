import { randomUUID } from 'node:crypto';
import {
  type ActionCode,
  type DecisionEvent,
  type ENDING_EVENTS,
  type EndingEvent,
  EXCEPTION_USED,
  type ExceptionUsedEvent,
  LIMIT_REACHED,
  type LimitReachedEvent,
  PARTNER_ADVICE,
  type PartnerAdvice,
  SWITCH_SPENT,
  type SwitchSpentEvent,
  writeJson,
} from '@cardwright/contract';
import { currencyOf, formatAmount } from '../../../platform/kernel/money.ts';
import type { BatchMessage } from '../../../platform/outbox/index.ts';
import { spentByTrace } from '../decision/account-state.ts';
import type { Trace } from '../decision/decide.ts';
import type { PartnerFact } from '../decision/facts.ts';
import { reachedLimits } from '../decision/limit-steps.ts';
import { writeReference } from '../decision/retrieval-reference.ts';
import { exceptionUse } from '../decision/rules/exception.ts';
import { partnerOfTrace, standsIn } from '../decision/rules/partner.ts';
import { readTrace } from '../decision/trace.ts';
import type { AuthorizationEventRow } from '../records/authorization-history-store.ts';
import type { DecisionEventRow, DecisionPlace } from './decision-event-store.ts';

const APPROVED = '00';

/** The events of a decision, in the order in which they are published. */
export function eventsOfDecision(row: DecisionEventRow, place: DecisionPlace): BatchMessage[] {
  const trace = readTrace(row.trace);
  const partner = partnerOfTrace(trace);
  const advice = partner === undefined ? [] : adviceOf(row, partner);
  const isApproved = row.action_code === APPROVED;
  return [
    decisionEvent(row, place, isApproved),
    ...(isApproved
      ? [
          ...exceptionEvents(row, trace),
          ...switchEvents(row),
          ...reachedLimits(trace).map((limit) => limitEvent(row, limit)),
        ]
      : []),
    ...advice,
  ];
}

const ENDINGS: Partial<Record<AuthorizationEventRow['kind'], (typeof ENDING_EVENTS)[number]>> = {
  REVERSAL: 'authorization.reversed',
  COMPLETION: 'authorization.completed',
  EXPIRY: 'authorization.expired',
};

/** The events of a full or partial ending of a reservation. */
export function eventsOfEnding(
  row: DecisionEventRow,
  { kind, amount_minor: minor, at }: Pick<AuthorizationEventRow, 'kind' | 'amount_minor' | 'at'>,
): BatchMessage[] {
  const type = ENDINGS[kind];
  if (type === undefined) return [];
  const event: EndingEvent = {
    ...headOf(row, type, at),
    ...factsOf(row),
    ended_amount: formatAmount(minor, currencyOf(row.currency).exponent),
  };
  return [messageOf(row, event)];
}

function decisionEvent(
  row: DecisionEventRow,
  { merchant, merchant_place: place, mcc }: DecisionPlace,
  isApproved: boolean,
): BatchMessage {
  const event: DecisionEvent = {
    ...headOf(row, isApproved ? 'authorization.approved' : 'authorization.declined'),
    ...factsOf(row),
    merchant: { id: merchant, place, mcc },
  };
  return messageOf(row, event);
}

function switchEvents(row: DecisionEventRow): BatchMessage[] {
  const switches = [...spentByTrace(row.trace)];
  if (switches.length === 0) return [];
  const event: SwitchSpentEvent = { ...headOf(row, SWITCH_SPENT), ...factsOf(row), switches };
  return [messageOf(row, event)];
}

function exceptionEvents(row: DecisionEventRow, trace: Trace): BatchMessage[] {
  const used = exceptionUse(trace);
  if (used === undefined) return [];
  const event: ExceptionUsedEvent = { ...headOf(row, EXCEPTION_USED), ...factsOf(row), ...used };
  return [messageOf(row, event)];
}

function limitEvent(
  row: DecisionEventRow,
  { limit, percent, usedMinor, max, measure }: ReturnType<typeof reachedLimits>[number],
) {
  const isAmount = measure === undefined || measure === 'amount';
  const text = (value: bigint) => formatAmount(value, isAmount ? currencyOf(row.currency).exponent : 0);
  const event: LimitReachedEvent = {
    ...headOf(row, LIMIT_REACHED),
    ...factsOf(row),
    limit,
    percent,
    used: text(usedMinor),
    max: text(max),
    ...(measure !== undefined && { measure }),
  };
  return messageOf(row, event);
}

/**
 * The advice to the bank's own system about a decision made without it, or about its approval of a message that was declined.
 */
function adviceOf(row: DecisionEventRow, partner: PartnerFact): BatchMessage[] {
  const { answer, afterMs } = partner;
  const isStandIn = standsIn(partner, row.decided_at);
  if (answer === 'WOULD_BE_ASKED') return [];
  if (!isStandIn && (answer !== 'APPROVE' || row.action_code === APPROVED)) return [];
  const isOutdated = isStandIn && (answer === 'APPROVE' || answer === 'DECLINE');
  const advice: PartnerAdvice = {
    ...headOf(row, PARTNER_ADVICE),
    advice: isStandIn ? 'STAND_IN' : 'OVERRULED',
    ...factsOf(row),
    partner: { answer: isOutdated ? 'OUTDATED' : answer, after_ms: afterMs },
  };
  return [messageOf(row, advice)];
}

function headOf<Type extends string>(row: DecisionEventRow, type: Type, at = row.decided_at) {
  return { id: randomUUID(), type, timestamp: at.toISOString(), bank_id: row.bank_id };
}

function factsOf(row: DecisionEventRow) {
  const { exponent, code } = currencyOf(row.currency);
  return {
    account_number: row.account_number,
    card_identifier_id: row.exid,
    retrieval_reference_number: writeReference(row.retrieval_reference),
    amount: formatAmount(row.billing_minor, exponent),
    currency: code,
    decided: {
      action_code: row.action_code as ActionCode,
      rule: row.rule,
      decided_at: row.decided_at.toISOString(),
    },
  };
}

function messageOf(row: DecisionEventRow, event: { readonly id: string; readonly type: string }): BatchMessage {
  const { id, type } = event;
  return { stream: `account:${row.account_number}`, notificationId: id, type, payload: writeJson({ ...event }) };
}
