import type { ProvisioningOutcome, ProvisioningReason } from '@cardwright/contract';
import { evaluateRules } from './bank-rules.ts';
import { FIXED_RULES, type SawValue } from './fixed-rules.ts';
import { evaluateProvisioningLimits } from './limits-rule.ts';
import { evaluatePartner, partnerStep } from './partner-rule.ts';
import type {
  FactsWithCard,
  ProvisioningFacts,
  ProvisioningMessage,
  ProvisioningSettings,
} from './provisioning-facts.ts';

/** One step for each evaluated rule, in order: its name, then what it saw. The last rule of a declined request refused it. */
export type ProvisioningTrace = readonly (readonly [rule: string, ...saw: SawValue[]])[];

export interface ProvisioningVerdict {
  readonly outcome: ProvisioningOutcome;
  /** The reason for a decline; undefined otherwise. */
  readonly reason: ProvisioningReason | undefined;
  /** The rule that declined or required a code; APPROVED if none did. */
  readonly rule: string;
  readonly trace: ProvisioningTrace;
  /** The key of the limit that declined. */
  readonly refusing?: string | undefined;
}

const LOWEST_TRUSTED_SCORE = 3;

/**
 * Decides a request for a token. Pure: the same facts, request and clock give the same decision
 * (docs/interface/token-provisioning.md). Requests and previews call this function.
 */
export function decideProvisioning(
  facts: ProvisioningFacts,
  message: ProvisioningMessage,
  now: Date,
): ProvisioningVerdict {
  const trace: [string, ...SawValue[]][] = [['CARD_FOUND', facts.card !== undefined]];
  if (facts.card === undefined) return declined('UNKNOWN_CARD', 'CARD_FOUND', trace);
  if (facts.partner !== undefined) trace.push([...partnerStep(facts.partner)]);
  for (const rule of FIXED_RULES) {
    const { saw, refuse } = rule.evaluate(facts, message, now);
    trace.push([rule.name, ...saw]);
    if (refuse !== undefined) return declined(refuse, rule.name, trace);
  }
  const limited = evaluateProvisioningLimits(facts, message, now);
  if (limited !== undefined) trace.push(['LIMITS', ...limited.saw]);
  const refusing = limited?.refusing;
  if (refusing !== undefined) {
    const reason = refusing.of === 'approvals' ? 'TOO_MANY_TOKENS' : 'TOO_MANY_ATTEMPTS';
    return { ...declined(reason, refusing.id, trace), refusing: refusing.key };
  }
  const own = decideByGateway(facts, message, now, trace);
  if (own.outcome === 'DECLINED') return declined('RULE', own.rule, trace);
  const byPartner = facts.partner && evaluatePartner(facts.partner, now);
  if (byPartner === undefined) return { ...own, reason: undefined, trace };
  const { step, outcome } = byPartner;
  trace.push([...step]);
  if (outcome === 'DECLINED') return declined('PARTNER', step[0], trace);
  const isStricter = outcome === 'APPROVED_WITH_CODE' && own.outcome === 'APPROVED';
  return {
    outcome: isStricter ? outcome : own.outcome,
    reason: undefined,
    rule: isStricter ? step[0] : own.rule,
    trace,
  };
}

/** Decides by the rules of the bank, or by the scores if no rule decides. */
function decideByGateway(
  facts: FactsWithCard,
  message: ProvisioningMessage,
  now: Date,
  trace: [string, ...SawValue[]][],
): Pick<ProvisioningVerdict, 'outcome' | 'rule'> {
  const byBank = evaluateRules(facts, message, now);
  if (byBank !== undefined) trace.push(['RULES', ...byBank.saw]);
  if (byBank?.outcome !== undefined && byBank.rule !== undefined) return { outcome: byBank.outcome, rule: byBank.rule };
  const byScores = outcomeOfScores(facts.settings, message);
  const { account = null, device = null } = message.scores ?? {};
  trace.push(['SCORES', account, device, byScores]);
  return { outcome: byScores, rule: byScores === 'APPROVED' ? 'APPROVED' : 'SCORES' };
}

/** The outcome if no rule of the bank decides: the stricter of the outcomes for low and for unknown scores. */
function outcomeOfScores(
  { lowScores, unknownScores }: ProvisioningSettings,
  { scores = {} }: ProvisioningMessage,
): ProvisioningSettings['lowScores'] {
  const both = [scores.account, scores.device];
  const outcomes = [
    ...(both.some((score) => score !== undefined && score < LOWEST_TRUSTED_SCORE) ? [lowScores] : []),
    ...(both.includes(undefined) ? [unknownScores] : []),
  ];
  return outcomes.includes('APPROVED_WITH_CODE') ? 'APPROVED_WITH_CODE' : 'APPROVED';
}

function declined(reason: ProvisioningReason, rule: string, trace: ProvisioningTrace): ProvisioningVerdict {
  return { outcome: 'DECLINED', reason, rule, trace };
}
