import { statement, type Tx } from '../../platform/storage/index.ts';
import { countEvaluatedRules, type EvaluatedDecision, type RuleCounts } from './rule-counts.ts';
import { readSpans } from './rule-span-store.ts';

const addCounts = statement(
  'rules.add-statistics',
  `insert into rule_statistics (bank_id, rule_id, day, version, currency, asked, would_decline, would_decline_minor, declined,
     declined_minor)
   select $1, * from unnest($2::uuid[], $3::date[], $4::int[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
     $10::bigint[])
   on conflict (bank_id, rule_id, day, version, currency) do update
     set asked = rule_statistics.asked + excluded.asked,
         would_decline = rule_statistics.would_decline + excluded.would_decline,
         would_decline_minor = rule_statistics.would_decline_minor + excluded.would_decline_minor,
         declined = rule_statistics.declined + excluded.declined,
         declined_minor = rule_statistics.declined_minor + excluded.declined_minor`,
);

/** Adds decisions that are not counted yet to the statistics of the bank's rules. */
export async function addRuleStatistics(
  tx: Tx,
  bankId: string,
  decisions: readonly EvaluatedDecision[],
): Promise<void> {
  const least = decisions.reduce((min, { edition }) => (edition < min ? edition : min), decisions[0]?.edition ?? 0n);
  const spans = await readSpans(tx, bankId, least);
  const counts = countEvaluatedRules(decisions, spans);
  if (counts.length === 0) return;
  const column = <K extends keyof RuleCounts>(name: K) => counts.map((one) => one[name]);
  await tx.query(addCounts, [
    bankId,
    column('ruleId'),
    column('day'),
    column('version'),
    column('currency'),
    column('asked'),
    column('would'),
    column('wouldMinor'),
    column('declined'),
    column('declinedMinor'),
  ]);
}

export interface RuleStatisticsRow {
  day: string;
  version: number;
  currency: string;
  asked: bigint;
  would_decline: bigint;
  would_decline_minor: bigint;
  declined: bigint;
  declined_minor: bigint;
}

const selectCounts = statement(
  'rules.select-statistics',
  `select day, version, currency, asked, would_decline, would_decline_minor, declined, declined_minor
     from rule_statistics
    where bank_id = $1 and rule_id = $2 and ($3::date is null or day >= $3) and ($4::date is null or day <= $4)
    order by day, version, currency`,
);

export function readRuleStatistics(
  tx: Tx,
  bankId: string,
  ruleId: string,
  { from, to }: { from: string | undefined; to: string | undefined },
): Promise<RuleStatisticsRow[]> {
  return tx.query(selectCounts, [bankId, ruleId, from ?? null, to ?? null]);
}
