import { type BankRule, type Condition, judgeCondition, namedLimits, type RuleVersion } from '@cardwright/contract';
import { readNames } from '../../platform/access/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { findUnknownLimits } from './limit-name-store.ts';
import type { RuleRow, RuleVersionRow } from './rule-store.ts';

interface RuleWithVersions {
  readonly rule: Pick<RuleRow, 'rule_id' | 'name' | 'subject'>;
  /** Some versions of the rule, newest first. */
  readonly versions: readonly RuleVersionRow[];
}

/** Converts a rule with some of its versions, the warnings about the newest of these, and the names of the people. */
export async function toRuleResponse(tx: Tx, bankId: string, rule: RuleWithVersions): Promise<BankRule> {
  const warnings = await warningsOfNewest(tx, bankId, [rule]);
  const people = await readNames(tx, bankId, actorsOf(rule.versions));
  return { ...toSingleResponse(rule, warnings), ...(people.length > 0 && { people }) };
}

/** Converts many rules; looks up their warnings together. */
export async function toRulesResponse(tx: Tx, bankId: string, rules: readonly RuleWithVersions[]): Promise<BankRule[]> {
  const warnings = await warningsOfNewest(tx, bankId, rules);
  return rules.map((one) => toSingleResponse(one, warnings));
}

function actorsOf(versions: readonly RuleVersionRow[]): readonly string[] {
  const actors = versions.flatMap((row) => [row.created_by, row.proposed_by, row.approved_by, row.retired_by]);
  return [...new Set(actors)].filter((actor) => actor !== null);
}

type Warnings = ReadonlyMap<string, NonNullable<BankRule['warnings']>>;

function toSingleResponse(
  { rule: { rule_id, name, subject }, versions }: RuleWithVersions,
  warnings: Warnings,
): BankRule {
  const strange = warnings.get(rule_id) ?? [];
  return {
    rule_id,
    name,
    on: subject,
    versions: versions.map(toVersionResponse),
    ...(strange.length > 0 && { warnings: strange }),
  };
}

/** Warnings by rule id: docs/interface/conditions.md#warnings. */
async function warningsOfNewest(tx: Tx, bankId: string, rules: readonly RuleWithVersions[]): Promise<Warnings> {
  const newest = rules.flatMap(({ rule: { rule_id: ruleId }, versions: [version] }) =>
    version === undefined ? [] : [{ ruleId, condition: JSON.parse(version.condition) as Condition }],
  );
  const references = newest.flatMap(({ ruleId, condition }) =>
    namedLimits(condition, 'condition').map((limit) => ({ ...limit, ruleId })),
  );
  const unknown = await findUnknownLimits(tx, bankId, references);
  return new Map(
    newest.map(({ ruleId, condition }) => {
      const strange = judgeCondition(condition);
      const ofRule = unknown.filter((limit) => limit.ruleId === ruleId);
      return [
        ruleId,
        [
          ...(strange === undefined ? [] : [{ path: 'condition', rule: strange }]),
          ...ofRule.map(({ path, name }) => ({ path, rule: 'condition-limit-unknown' as const, limit: name })),
        ],
      ];
    }),
  );
}

export function toVersionResponse(row: RuleVersionRow): RuleVersion {
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
