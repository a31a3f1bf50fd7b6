import {
  type AnalyzeRule,
  type BodyError,
  CONDITION_SUBJECTS,
  type Condition,
  type ConditionSubject,
  checkCondition,
  type Finding,
} from '@cardwright/contract';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { Subject } from './analysis/analyze.ts';
import type { AnalyzedRule, RulePromise } from './analysis/analyzed-rule.ts';
import { timesOfRule } from './bank-rules.ts';
import { checkRule, listFaults, type RuleFinding } from './check-rule.ts';
import { readPromises } from './promises/promise-store.ts';
import { isOfEdition, readEdition, readSpans, ruleContentOf } from './rule-span-store.ts';
import { findRule, type RuleRow, type RuleVersionRow, readVersions } from './rule-store.ts';

/** Greater than the number of any stored rule. */
const NEW_NUMBER = 1_000_000;

type Faults = BodyError | 'rule_not_found' | 'merchant_list_not_found';
type Read<T> = Success<T> | Failure<Faults>;

/** Reads the subject of a request for an analysis, with the other live rules. */
export async function readAnalysisSubject(
  tx: Tx,
  bankId: string,
  body: AnalyzeRule,
): Promise<Read<Subject & { readonly on: ConditionSubject }>> {
  const findings = faultsOfForm(body);
  if (findings[0] !== undefined) return fail(findings[0].error, { findings });
  const resolved = await readRule(tx, bankId, body);
  if (!resolved.ok) return resolved;
  const { rule, on } = resolved.value;
  if (body.subject !== undefined && on === 'provisioning') {
    return fail('value_not_allowed', { path: 'subject', message: 'must be absent for a rule on provisioning' });
  }
  const against = await readAgainst(tx, bankId, body.against, on);
  if (!against.ok) return against;
  const promises = await readSentPromises(tx, bankId, body, on);
  if (!promises.ok) return promises;
  const live = await readLive(tx, bankId, on);
  const replaced = live.find(({ name }) => name === rule?.name);
  return ok({
    on,
    // all versions of a rule have the same place in the order
    rule: rule && { ...rule, number: replaced?.number ?? rule.number },
    against: rule && (against.value ?? replaced),
    others: live.filter(({ name }) => name !== rule?.name),
    live: replaced,
    promises: [...(await readStoredPromises(tx, bankId, on)), ...promises.value],
  });
}

async function readRule(
  tx: Tx,
  bankId: string,
  body: AnalyzeRule,
): Promise<Read<{ rule: AnalyzedRule | undefined; on: ConditionSubject }>> {
  if (body.rule !== undefined) return await toProposedRule(tx, bankId, body.rule);
  return body.rule_id === undefined
    ? ok({ rule: undefined, on: 'authorization' })
    : await readStoredRule(tx, bankId, body);
}

function faultsOfForm(body: AnalyzeRule): Finding<BodyError>[] {
  const { rule_id: ruleId, version, rule, against, subject, proposal } = body;
  const faults: Finding<BodyError>[] = [];
  if (ruleId === undefined && rule === undefined && subject === undefined) {
    faults.push({ path: 'rule', error: 'field_missing', message: 'is mandatory without rule_id and subject' });
  }
  if (subject !== undefined && Object.values(subject).filter((value) => value !== undefined).length !== 1) {
    const message = 'must have one of account_number, card_identifier_id and product_code';
    faults.push({ path: 'subject', error: 'value_not_allowed', message });
  }
  if (proposal !== undefined && subject === undefined) {
    faults.push({ path: 'proposal', error: 'value_not_allowed', message: 'must be absent without subject' });
  }
  if (ruleId !== undefined && rule !== undefined) {
    faults.push({ path: 'rule', error: 'value_not_allowed', message: 'is not allowed together with rule_id' });
  }
  if (against !== undefined && (against.rule_id === undefined) === (against.condition === undefined)) {
    faults.push({ path: 'against', error: 'value_not_allowed', message: 'must have either rule_id or condition' });
  }
  if (against?.version !== undefined && against.rule_id === undefined) {
    faults.push({ path: 'against.version', error: 'value_not_allowed', message: 'must be absent without rule_id' });
  }
  if (version !== undefined && ruleId === undefined) {
    faults.push({ path: 'version', error: 'value_not_allowed', message: 'must be absent without rule_id' });
  }
  return faults;
}

async function readLive(tx: Tx, bankId: string, on: ConditionSubject): Promise<AnalyzedRule[]> {
  const edition = await readEdition(tx, bankId);
  const rows = await readSpans(tx, bankId, edition, on);
  return rows
    .filter((row) => row.kind === 'LIVE' && isOfEdition(row, edition))
    .map((row) => {
      const { from, until, ...content } = ruleContentOf(row);
      return { ...content, ...timesOfRule({ from, until }) };
    });
}

export type LiveRules = ReadonlyMap<ConditionSubject, readonly AnalyzedRule[]>;

/** The live rules of each subject, in the order of their numbers. */
export async function readLiveRules(tx: Tx, bankId: string): Promise<LiveRules> {
  const live = new Map<ConditionSubject, readonly AnalyzedRule[]>();
  for (const on of CONDITION_SUBJECTS) {
    const rules = await readLive(tx, bankId, on);
    live.set(
      on,
      rules.toSorted((one, other) => one.number - other.number),
    );
  }
  return live;
}

export async function readStoredRule(
  tx: Tx,
  bankId: string,
  { rule_id: ruleId = '', version }: Pick<AnalyzeRule, 'rule_id' | 'version'>,
  path = '',
): Promise<Read<{ rule: AnalyzedRule; on: ConditionSubject }>> {
  const rule = await findRule(tx, bankId, ruleId);
  if (rule === undefined) return fail('rule_not_found');
  const versions = await readVersions(tx, bankId, [rule.rule_id]);
  const row = versions.find((one) => one.version === (version ?? versions[0]?.version));
  if (row === undefined)
    return fail('value_not_allowed', { path: `${path}version`, message: 'is no version of the rule' });
  return ok({ rule: toAnalyzed(rule, row), on: rule.subject });
}

function toAnalyzed({ name, number }: RuleRow, row: RuleVersionRow): AnalyzedRule {
  const { version, effect, from_at: from, until_at: until } = row;
  const condition = JSON.parse(row.condition) as Condition;
  return { name, number, version, condition, effect, ...timesOfRule({ from, until }) };
}

/** A rule that is not stored, in the form of an analysis. */
async function toProposedRule(
  tx: Tx,
  bankId: string,
  { name, on = 'authorization', ...proposed }: PlannedRule,
  place = 0,
): Promise<Read<{ rule: AnalyzedRule; on: ConditionSubject }>> {
  const checked = await checkRule(tx, bankId, proposed, { path: 'rule', subject: on });
  if (checked.content === undefined) return failed(checked.findings);
  const { condition, effect, from, until } = checked.content;
  return ok({
    rule: { name, version: 0, number: NEW_NUMBER + place, condition, effect, ...timesOfRule({ from, until }) },
    on,
  });
}

export type PlannedRule = NonNullable<AnalyzeRule['rule']>;

/** Reads the rules of a plan. They have no faults, because the plan has already created them. */
export async function readPlannedRules(
  { tx, bank }: { readonly tx: Tx; readonly bank: { readonly bankId: string } },
  rules: readonly PlannedRule[],
): Promise<LiveRules> {
  const planned = new Map<ConditionSubject, AnalyzedRule[]>();
  for (const [at, rule] of rules.entries()) {
    const read = await toProposedRule(tx, bank.bankId, rule, at);
    if (!read.ok) throw new Error(`a rule of the plan cannot be analyzed: ${read.error}`);
    const { on, rule: one } = read.value;
    planned.set(on, [...(planned.get(on) ?? []), one]);
  }
  return planned;
}

async function readAgainst(
  tx: Tx,
  bankId: string,
  against: AnalyzeRule['against'],
  on: ConditionSubject,
): Promise<Read<AnalyzedRule | undefined>> {
  if (against === undefined) return ok(undefined);
  if (against.rule_id !== undefined) {
    const stored = await readStoredRule(tx, bankId, against, 'against.');
    if (!stored.ok) return stored;
    if (stored.value.on === on) return ok(stored.value.rule);
    return fail('value_not_allowed', { path: 'against.rule_id', message: `must be a rule on ${on}` });
  }
  const checked = await checkSent(tx, bankId, against.condition, 'against.condition', on);
  if (!checked.ok) return checked;
  const times = timesOfRule({ from: null, until: null });
  const effect = on === 'authorization' ? '57' : 'decline';
  return ok({ name: 'CONDITION', version: 0, number: NEW_NUMBER, condition: checked.value, effect, ...times });
}

export async function readStoredPromises(tx: Tx, bankId: string, on: ConditionSubject): Promise<RulePromise[]> {
  const stored = await readPromises(tx, bankId);
  return stored
    .filter(({ subject }) => subject === on)
    .map(({ name, version, condition, outcome, keeper: by }) => {
      return { name, version, outcome, by, condition: JSON.parse(condition) as Condition };
    });
}

async function readSentPromises(
  tx: Tx,
  bankId: string,
  { promises = [], subject }: AnalyzeRule,
  on: ConditionSubject,
): Promise<Read<RulePromise[]>> {
  const read: RulePromise[] = [];
  for (const [at, promise] of promises.entries()) {
    if (promise.by === 'DECISION' && subject === undefined) {
      return fail('value_not_allowed', { path: `promises[${at}].by`, message: 'must be RULES without subject' });
    }
    const checked = await checkSent(tx, bankId, promise.condition, `promises[${at}].condition`, on);
    if (!checked.ok) return checked;
    read.push({ ...promise, condition: checked.value });
  }
  return ok(read);
}

async function checkSent(
  tx: Tx,
  bankId: string,
  condition: unknown,
  path: string,
  on: ConditionSubject,
): Promise<Read<Condition>> {
  const checked = checkCondition(condition as never, path, on);
  if (checked.condition === undefined) return failed(checked.findings);
  const faults = await listFaults(tx, bankId, checked.lists);
  return faults.length > 0 ? failed(faults) : ok(checked.condition);
}

function failed(findings: readonly RuleFinding[]): Failure<Faults> {
  return fail(findings[0]?.error ?? 'wrong_format', { findings });
}
