import { randomUUID } from 'node:crypto';
import { type ActionCode, PARTNER_ADVICE, type PartnerAdvice, writeJson } from '@cardwright/contract';
import { currencyOf, formatAmount } from '../kernel/money.ts';
import type { BatchMessage } from '../outbox/index.ts';
import type { PartnerFact } from './facts.ts';
import { partnerOfTrace, standsIn } from './rules/partner.ts';
import type { ToldRow } from './told-decision-store.ts';
import { readTrace } from './trace.ts';

/** What a decision gives rise to, in the order in which it is told. */
export function eventsOfDecision(row: ToldRow): BatchMessage[] {
  const partner = partnerOfTrace(readTrace(row.trace));
  const advice = partner && adviceOf(row, partner);
  return advice === undefined ? [] : [advice];
}

/** The bank's own system is told what was decided without it, and what it approved in vain. */
function adviceOf(row: ToldRow, partner: PartnerFact): BatchMessage | undefined {
  const { answer, afterMs } = partner;
  const isStandIn = standsIn(partner, row.decided_at);
  if (answer === 'WOULD_BE_ASKED') return undefined;
  if (!isStandIn && (answer !== 'APPROVE' || row.action_code === '00')) return undefined;
  const advice: PartnerAdvice = {
    ...headOf(row, PARTNER_ADVICE),
    advice: isStandIn ? 'STAND_IN' : 'OVERRULED',
    ...factsOf(row),
    partner: {
      answer: isStandIn && (answer === 'APPROVE' || answer === 'DECLINE') ? 'OUTDATED' : answer,
      after_ms: afterMs,
    },
  };
  return messageOf(row, advice);
}

function headOf<Type extends string>(row: ToldRow, type: Type) {
  return { id: randomUUID(), type, timestamp: row.decided_at.toISOString(), bank_id: row.bank_id };
}

function factsOf(row: ToldRow) {
  const { exponent, code } = currencyOf(row.currency);
  return {
    account_number: row.account_number,
    card_identifier_id: row.exid,
    retrieval_reference_number: String(row.retrieval_reference).padStart(12, '0'),
    amount: formatAmount(row.billing_minor, exponent),
    currency: code,
    decided: {
      action_code: row.action_code as ActionCode,
      rule: row.rule,
      decided_at: row.decided_at.toISOString(),
    },
  };
}

function messageOf(row: ToldRow, event: { readonly id: string; readonly type: string }): BatchMessage {
  const { id, type } = event;
  return { stream: `account:${row.account_number}`, notificationId: id, type, payload: writeJson({ ...event }) };
}
