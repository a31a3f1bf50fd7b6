import type { BankRule, Condition, RuleVersion } from '@cardwright/contract';
import { warningsOf } from './check-rule.ts';
import type { RuleRow, RuleVersionRow } from './rule-store.ts';

/** A rule with some of its versions, newest first. */
export function showRule(
  { rule_id, name }: Pick<RuleRow, 'rule_id' | 'name'>,
  versions: readonly RuleVersionRow[],
): BankRule {
  const shown = versions.map(showVersion);
  const [newest] = shown;
  const warnings = newest === undefined ? [] : warningsOf(newest.condition as Condition);
  return { rule_id, name, versions: shown, ...(warnings.length > 0 && { warnings }) };
}

function showVersion(row: RuleVersionRow): RuleVersion {
  const time = (at: Date | null) => at?.toISOString() ?? null;
  return {
    version: row.version,
    state: row.state,
    condition: JSON.parse(row.condition) as Condition,
    effect: row.effect,
    description: row.description,
    from: time(row.from_at),
    until: time(row.until_at),
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    shadow_since: time(row.shadow_at),
    proposed_at: time(row.proposed_at),
    proposed_by: row.proposed_by,
    backtest_id: row.backtest_id,
    live_since: time(row.live_at),
    approved_by: row.approved_by,
    approved_reason: row.approved_reason,
    retired_at: time(row.retired_at),
    retired_by: row.retired_by,
    retired_reason: row.retired_reason,
  };
}
