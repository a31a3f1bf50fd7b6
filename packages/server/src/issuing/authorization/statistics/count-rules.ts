import { OWN_RULES } from '@cardwright/contract';
import { localDay } from '../../../platform/kernel/time/periods.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { addRuleStatistics, type EvaluatedDecision } from '../../rules/index.ts';
import type { Trace } from '../decision/decide.ts';
import type { RuleHitRow } from '../records/rule-hit-store.ts';

/**
 * The result of a bank's own rules for a message, as a text that is equal for equal results: the edition of the rules,
 * the rule that declined, and the shadow rules that would have declined. Null if the rules were not evaluated. Pure.
 */
export function ruleHitOf(trace: Trace): string | null {
  const step = trace.find(([rule]) => rule === OWN_RULES);
  if (step === undefined) return null;
  const [, edition, , declinedBy, , wouldDecline] = step;
  return JSON.stringify([edition, declinedBy, wouldDecline]);
}

/** Adds the results of decisions to the statistics of the banks' rules. */
export async function countRuleHits(
  tx: Tx,
  hits: readonly RuleHitRow[],
  timeZoneOf: (bankId: string) => string,
): Promise<void> {
  for (const bankId of [...new Set(hits.map((row) => row.bank_id))].sort()) {
    const timeZone = timeZoneOf(bankId);
    const decisions = hits.filter((row) => row.bank_id === bankId).map((row) => toEvaluatedDecision(row, timeZone));
    await addRuleStatistics(tx, bankId, decisions);
  }
}

function toEvaluatedDecision({ decided_at: decidedAt, currency, rule_hit, ...sums }: RuleHitRow, timeZone: string) {
  const [edition, declinedBy, wouldDecline] = JSON.parse(rule_hit) as [number, string | null, string];
  const decision: EvaluatedDecision = {
    decidedAt,
    day: localDay(decidedAt, timeZone),
    currency: currency ?? '',
    edition: BigInt(edition),
    declinedBy,
    wouldDecline,
    minor: sums.billing_minor,
    decisions: sums.decisions,
  };
  return decision;
}
