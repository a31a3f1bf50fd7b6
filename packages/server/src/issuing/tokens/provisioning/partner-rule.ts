import { NO_PARTNER_ANSWER, type PartnerProvisioningDecision, type ProvisioningOutcome } from '@cardwright/contract';
import type { SawValue } from './fixed-rules.ts';
import type { ProvisioningPartnerFact } from './provisioning-facts.ts';

/**
 * The bank's own system in a decision about a request for a token (docs/interface/partner-decision.md#provisioning). Its
 * answer is recorded first, and decides last, when no other rule refuses.
 */

export const PARTNER_LABELS = {
  PARTNER: ['answer', 'reason', 'after_ms', 'until', 'stand_in'],
  PARTNER_DECISION: ['decision'],
  PARTNER_STAND_IN: ['why', 'decision'],
} as const;

type Step = readonly [keyof typeof PARTNER_LABELS, ...SawValue[]];

const OUTCOMES = {
  approve: 'APPROVED',
  require_code: 'APPROVED_WITH_CODE',
  decline: 'DECLINED',
} as const satisfies Record<PartnerProvisioningDecision, ProvisioningOutcome>;

const DECISIONS = { APPROVE: 'approve', REQUIRE_CODE: 'require_code', DECLINE: 'decline' } as const;

/** Replaces the answer if no partner is called because nothing will be stored. */
export function partnerOfPreview(standIn: PartnerProvisioningDecision): ProvisioningPartnerFact {
  return { answer: 'WOULD_BE_ASKED', reason: undefined, until: undefined, afterMs: 0, standIn };
}

export function partnerStep({ answer, reason, afterMs, until, standIn }: ProvisioningPartnerFact): Step {
  return ['PARTNER', answer, reason ?? null, afterMs, until?.toISOString() ?? null, standIn];
}

/** What the partner decides, or the stand-in if no valid answer counts. Undefined in a preview. Pure. */
export function evaluatePartner(
  { answer, until, standIn }: ProvisioningPartnerFact,
  now: Date,
): { readonly step: Step; readonly outcome: ProvisioningOutcome } | undefined {
  if (answer === 'WOULD_BE_ASKED') return undefined;
  const isOutdated = until !== undefined && until < now;
  if (isNoAnswer(answer) || isOutdated) {
    const why = isOutdated ? 'OUTDATED' : answer;
    return { step: ['PARTNER_STAND_IN', why, standIn], outcome: OUTCOMES[standIn] };
  }
  return { step: ['PARTNER_DECISION', answer], outcome: OUTCOMES[DECISIONS[answer as keyof typeof DECISIONS]] };
}

function isNoAnswer(answer: string): boolean {
  return (NO_PARTNER_ANSWER as readonly string[]).includes(answer);
}
