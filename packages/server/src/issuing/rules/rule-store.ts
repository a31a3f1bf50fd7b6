import { type AnyRuleEffect, type ConditionSubject, MAX_RULES, type RuleState } from '@cardwright/contract';
import { type Page, START } from '../../platform/kernel/page.ts';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import type { CheckedContent } from './check-rule.ts';

export interface RuleRow {
  rule_id: string;
  number: number;
  name: string;
  subject: ConditionSubject;
  created_at: Date;
}

export interface RuleVersionRow {
  rule_id: string;
  version: number;
  state: RuleState;
  condition: string;
  effect: AnyRuleEffect;
  description: string | null;
  from_at: Date | null;
  until_at: Date | null;
  created_at: Date;
  created_by: string;
  shadow_at: Date | null;
  proposed_at: Date | null;
  proposed_by: string | null;
  /** The edition of the bank's rules and lists at the proposal. Null: a server of an earlier version moved it. */
  proposed_edition: bigint | null;
  backtest_id: string | null;
  live_at: Date | null;
  approved_by: string | null;
  approved_reason: string | null;
  retired_at: Date | null;
  retired_by: string | null;
  retired_reason: string | null;
}

const insertRuleStatement = statement(
  'rules.insert-rule',
  `insert into rules (bank_id, rule_id, number, name, created_at, subject)
   select $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5 from rules where bank_id = $1
   returning rule_id, number, name, subject, created_at`,
);

/** The caller holds the lock of the edition, so that rule numbers have no gaps. */
export function insertRule(
  tx: Tx,
  bankId: string,
  rule: { id: string; name: string; subject: ConditionSubject; now: Date },
): Promise<RuleRow> {
  return queryOne<RuleRow>(tx, insertRuleStatement, [bankId, rule.id, rule.name, rule.now, rule.subject]);
}

const insertVersionStatement = statement(
  'rules.insert-version',
  `insert into rule_versions (bank_id, rule_id, version, state, condition, effect, description, from_at, until_at,
     created_at, created_by)
   values ($1, $2, $3, 'DRAFT', $4, $5, $6, $7, $8, $9, $10)`,
);

export async function insertVersion(
  tx: Tx,
  bankId: string,
  place: { ruleId: string; version: number },
  content: CheckedContent,
  by: { now: Date; by: string },
): Promise<void> {
  const { condition, effect, description, from, until } = content;
  const contentValues = [JSON.stringify(condition), effect, description, from, until];
  await tx.query(insertVersionStatement, [bankId, place.ruleId, place.version, ...contentValues, by.now, by.by]);
}

const selectRule = statement(
  'rules.select-rule',
  'select rule_id, number, name, subject, created_at from rules where bank_id = $1 and rule_id = $2',
);
const selectByName = statement('rules.select-by-name', 'select rule_id from rules where bank_id = $1 and name = $2');
const countRulesStatement = statement(
  'rules.count-rules',
  'select count(*)::int as count from rules where bank_id = $1',
);

export async function findRule(tx: Tx, bankId: string, ruleId: string): Promise<RuleRow | undefined> {
  return (await tx.query<RuleRow>(selectRule, [bankId, ruleId]))[0];
}

export async function existsRule(tx: Tx, bankId: string, name: string): Promise<boolean> {
  return (await tx.query(selectByName, [bankId, name])).length > 0;
}

export async function countRules(tx: Tx, bankId: string): Promise<number> {
  return (await queryOne<{ count: number }>(tx, countRulesStatement, [bankId])).count;
}

const COLUMNS = `rule_id, version, state, condition, effect, description, from_at, until_at, created_at, created_by, shadow_at,
          proposed_at, proposed_by, proposed_edition, backtest_id, live_at, approved_by, approved_reason, retired_at, retired_by, retired_reason`;
const selectVersions = statement(
  'rules.select-versions',
  `select ${COLUMNS} from rule_versions where bank_id = $1 and rule_id = any($2::uuid[]) order by version desc`,
);

/** Newest first. */
export function readVersions(tx: Tx, bankId: string, ruleIds: readonly string[]): Promise<RuleVersionRow[]> {
  return tx.query(selectVersions, [bankId, ruleIds]);
}

const selectVersionOfRule = statement(
  'rules.select-version-named',
  `select v.condition, v.live_at, v.approved_by from rules r
     join rule_versions v on v.bank_id = r.bank_id and v.rule_id = r.rule_id and v.version = $3
    where r.bank_id = $1 and r.name = $2`,
);

/** Finds a version by the name of its rule, which traces contain. */
export async function findVersionByName(
  tx: Tx,
  bankId: string,
  { name, version }: { readonly name: string; readonly version: number },
): Promise<Pick<RuleVersionRow, 'condition' | 'live_at' | 'approved_by'> | undefined> {
  return (
    await tx.query<Pick<RuleVersionRow, 'condition' | 'live_at' | 'approved_by'>>(selectVersionOfRule, [
      bankId,
      name,
      version,
    ])
  )[0];
}

const selectOfProposal = statement(
  'rules.select-of-proposal',
  'select from rule_versions where bank_id = $1 and backtest_id = $2 limit 1',
);

/** Whether a backtest belongs to the proposal of a version. */
export async function isOfProposal(tx: Tx, bankId: string, backtestId: string): Promise<boolean> {
  return (await tx.query(selectOfProposal, [bankId, backtestId])).length > 0;
}

const selectRules = statement(
  'rules.select-rules',
  `select rule_id, number, name, subject, created_at from rules r
    where bank_id = $1 and (created_at, number::bigint) < ($2, $3)
      and ($4::text is null or exists (select from rule_versions v
            where v.bank_id = r.bank_id and v.rule_id = r.rule_id and v.state = $4))
    order by created_at desc, number desc limit $5`,
);

/** Newest first; reads one row more than the page holds. */
export function readRules(tx: Tx, bankId: string, state: string | undefined, page: Page): Promise<RuleRow[]> {
  return tx.query(selectRules, [bankId, page.before.at, page.before.id, state ?? null, page.limit + 1]);
}

/** Every rule of the bank with its versions, newest first. */
export async function readAllRules(
  tx: Tx,
  bankId: string,
): Promise<{ readonly rule: RuleRow; readonly versions: readonly RuleVersionRow[] }[]> {
  const rules = await readRules(tx, bankId, undefined, { before: START, limit: MAX_RULES });
  const ids = rules.map((rule) => rule.rule_id);
  const versions = new Map<string, RuleVersionRow[]>(ids.map((id) => [id, []]));
  for (const version of await readVersions(tx, bankId, ids)) versions.get(version.rule_id)?.push(version);
  return rules.map((rule) => ({ rule, versions: versions.get(rule.rule_id) ?? [] }));
}

const updateVersion = statement(
  'rules.update-version',
  `update rule_versions
      set state = $4,
          shadow_at = coalesce(shadow_at, case when $4 = 'SHADOW' then $5::timestamptz end),
          proposed_at = case when $4 = 'PROPOSED' then $5 else proposed_at end,
          proposed_by = case when $4 = 'PROPOSED' then $6 else proposed_by end,
          proposed_edition = case when $4 = 'PROPOSED' then (select edition from bank_editions where bank_id = $1)
                                  else proposed_edition end,
          backtest_id = coalesce($7, backtest_id),
          live_at = case when $4 = 'LIVE' then $5 else live_at end,
          approved_by = case when $4 = 'LIVE' then $6 else approved_by end,
          approved_reason = case when $4 = 'LIVE' then $8 else approved_reason end,
          retired_at = case when $4 = 'RETIRED' then $5 else retired_at end,
          retired_by = case when $4 = 'RETIRED' then $6 else retired_by end,
          retired_reason = case when $4 = 'RETIRED' then $8 else retired_reason end
    where bank_id = $1 and rule_id = $2 and version = $3`,
);

export async function moveVersion(
  tx: Tx,
  bankId: string,
  { rule_id: ruleId, version }: Pick<RuleVersionRow, 'rule_id' | 'version'>,
  to: { state: RuleState; now: Date; by: string; backtestId?: string; reason?: string | undefined },
): Promise<void> {
  const { state, now, by, backtestId = null, reason = null } = to;
  await tx.query(updateVersion, [bankId, ruleId, version, state, now, by, backtestId, reason]);
}
