import { OWN_RULES } from '@cardwright/contract';
import { localDay } from '../../../platform/kernel/time/periods.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { addRuleStatistics, type EvaluatedDecision } from '../../rules/index.ts';
import { readTrace } from '../decision/trace.ts';
import type { DecisionRow } from '../records/pending-decision-store.ts';

/** The evaluation of a bank's own rules for one decision. */
export interface EvaluatedRules {
  readonly bankId: string;
  readonly decision: EvaluatedDecision;
}

/** Reads the evaluations from the traces. Pure. */
export function evaluatedRules(rows: readonly DecisionRow[], timeZoneOf: (bankId: string) => string): EvaluatedRules[] {
  return rows.flatMap((row) => {
    const step = row.rules_trace === null ? undefined : readTrace(row.rules_trace).find(([rule]) => rule === OWN_RULES);
    if (step === undefined) return [];
    const [, edition, , declinedBy, , wouldDecline] = step;
    const { bank_id: bankId, decided_at: decidedAt, billing_minor: minor } = row;
    const decision = {
      ...{ decidedAt, minor, edition: BigInt(Number(edition)) },
      ...{ currency: row.currency ?? '', day: localDay(decidedAt, timeZoneOf(bankId)) },
      ...{ declinedBy: declinedBy as string | null, wouldDecline: String(wouldDecline) },
    };
    return [{ bankId, decision }];
  });
}

/** Counts rule hits of newly indexed decisions. */
export async function countRuleHits(tx: Tx, evaluated: readonly EvaluatedRules[]): Promise<void> {
  const byBank = new Map<string, EvaluatedDecision[]>();
  for (const { bankId, decision } of evaluated) {
    const known = byBank.get(bankId);
    if (known === undefined) byBank.set(bankId, [decision]);
    else known.push(decision);
  }
  for (const bankId of [...byBank.keys()].sort()) await addRuleStatistics(tx, bankId, byBank.get(bankId) ?? []);
}
