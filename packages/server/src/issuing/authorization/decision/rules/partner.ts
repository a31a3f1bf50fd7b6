import {
  NO_PARTNER_ANSWER,
  type NoPartnerAnswer,
  PARTNER_ACTION_CODES,
  USUAL_PARTNER_CODE,
} from '@cardwright/contract';
import { parseAmount } from '../../../../platform/kernel/money.ts';
import type { AccountFacts, FactsWithCard, PartnerFact } from '../facts.ts';
import type { Rule, SawValue } from './rule.ts';

/**
 * The facts after the bank's own system was called (docs/interface/partner-decision.md). Its answer is recorded first, so
 * that the trace of a decline by another rule contains it, and decides last, when no other rule refuses.
 */
interface PartnerFacts extends FactsWithCard {
  readonly partner: PartnerFact;
}

const NAME = 'PARTNER';

/** Never refuses. Records the answer and the limits of the stand-in, from which {@link partnerOfTrace} restores the fact. */
const partnerRule: Rule<PartnerFacts> = {
  name: NAME,
  labels: ['answer', 'action_code', 'reason', 'after_ms', 'until', 'approve_up_to', 'per_day'],
  evaluate({ partner }) {
    const { answer, actionCode, reason, afterMs, until, standIn } = partner;
    const { approveUpTo, perDay } = standIn;
    return {
      saw: [answer, actionCode ?? null, reason ?? null, afterMs, until?.toISOString() ?? null, approveUpTo, perDay],
    };
  },
};

/** The partner declined the message. */
const partnerDecisionRule: Rule<PartnerFacts> = {
  name: 'PARTNER_DECISION',
  labels: ['decision'],
  evaluate({ partner: { answer, actionCode = USUAL_PARTNER_CODE } }) {
    if (answer !== 'DECLINE') return { saw: [answer] };
    return { saw: [answer], refuse: { actionCode, reason: 'PARTNER_DECLINED' } };
  },
};

/**
 * 91: the partner gave no valid answer, and the stand-in may not approve the amount: either it is too high by itself, or
 * together with what the stand-in approved for the account on this business date.
 */
const standInRule: Rule<PartnerFacts> = {
  name: 'PARTNER_STAND_IN',
  labels: ['why', 'amount', 'approve_up_to', 'stood_in_before', 'stood_in_after', 'per_day'],
  evaluate({ partner, account, bank }, { billingMinor }, now) {
    const { exponent } = account.currency;
    const { approveUpTo, perDay } = partner.standIn;
    const maxMinor = parseAmount(approveUpTo, exponent) ?? 0n;
    const maxPerDay = perDay === null ? undefined : (parseAmount(perDay, exponent) ?? 0n);
    const before = stoodInOn(account, bank.calendar.businessDate(now));
    const after = before + billingMinor;
    const why = isNoAnswer(partner.answer) ? partner.answer : 'OUTDATED';
    const [amount, stoodIn, wouldStand] = [billingMinor, before, after].map(String) as [string, string, string];
    const saw = [why, amount, String(maxMinor), stoodIn, wouldStand, maxPerDay?.toString() ?? null];
    if (billingMinor <= maxMinor && (maxPerDay === undefined || after <= maxPerDay)) return { saw };
    return { saw, refuse: { actionCode: '91', reason: 'PARTNER_STAND_IN' } };
  },
};

/** Replaces the answer if no partner is called because nothing will be stored. */
export const PARTNER_OF_PREVIEW: PartnerFact = {
  answer: 'WOULD_BE_ASKED',
  actionCode: undefined,
  reason: undefined,
  afterMs: 0,
  until: undefined,
  standIn: { approveUpTo: '0', perDay: null },
};

/** The rules that are evaluated only if a partner was called. Traces need their labels. */
export const PARTNER_RULES: readonly Pick<Rule, 'name' | 'labels'>[] = [partnerRule, partnerDecisionRule, standInRule];

/** The rules of a card and its account, between those of the partner. */
export function withPartner(rules: readonly Rule[], partner: PartnerFact, now: Date): readonly Rule<PartnerFacts>[] {
  if (partner.answer === 'WOULD_BE_ASKED') return [partnerRule, ...rules];
  return [partnerRule, ...rules, standsIn(partner, now) ? standInRule : partnerDecisionRule];
}

/** Whether the stand-in decides, because the partner gave no valid answer. */
export function standsIn({ answer, until }: PartnerFact, now: Date): boolean {
  return isNoAnswer(answer) || (until !== undefined && until < now);
}

/** What the stand-in approved on a business date, in minor units. */
export function stoodInOn({ stoodIn }: Pick<AccountFacts, 'stoodIn'>, date: string): bigint {
  return stoodIn?.date === date ? stoodIn.minor : 0n;
}

/** The fact that a stored decision used, read from its trace; undefined if no partner was called. */
export function partnerOfTrace(trace: readonly (readonly [string, ...SawValue[]])[]): PartnerFact | undefined {
  const step = trace.find(([name]) => name === NAME);
  if (step === undefined) return undefined;
  const [, answer, actionCode, reason, afterMs, until, approveUpTo, perDay] = step;
  return {
    answer: answer as PartnerFact['answer'],
    actionCode: PARTNER_ACTION_CODES.find((code) => code === actionCode),
    reason: typeof reason === 'string' ? reason : undefined,
    afterMs: Number(afterMs),
    until: typeof until === 'string' ? new Date(until) : undefined,
    standIn: { approveUpTo: String(approveUpTo), perDay: typeof perDay === 'string' ? perDay : null },
  };
}

function isNoAnswer(answer: PartnerFact['answer']): answer is NoPartnerAnswer {
  return (NO_PARTNER_ANSWER as readonly string[]).includes(answer);
}
