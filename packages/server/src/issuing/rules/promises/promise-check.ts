import type { PromiseCheck } from '@cardwright/contract';
import { requireValue } from '../../../platform/kernel/required.ts';
import { type ChangeComparison, compareStates, readState } from '../compare-changes.ts';
import type { DecisionContext, DecisionReader } from '../decision-reader.ts';
import { readStoredRule } from '../read-analysis-subject.ts';
import type { RuleRow, RuleVersionRow } from '../rule-store.ts';
import { findCheck, type PromiseCheckRow } from './promise-check-store.ts';
import { readPromises } from './promise-store.ts';

type Version = Pick<RuleVersionRow, 'rule_id' | 'version' | 'state'>;
type StoredResult = Pick<PromiseCheck, 'promises' | 'free'>;

/**
 * Reads what a proposed version changes now, with the promises that it must keep. Undefined without promises. The
 * caller holds the lock of the edition if the result must stay current.
 */
export async function readDueCheck(
  context: DecisionContext,
  decisions: DecisionReader,
  { rule, version }: { readonly rule: Pick<RuleRow, 'subject' | 'name'>; readonly version: Version },
): Promise<ChangeComparison | undefined> {
  const { tx, bank } = context;
  const on = rule.subject;
  if (version.state !== 'PROPOSED') return undefined;
  if (!(await readPromises(tx, bank.bankId)).some(({ subject }) => subject === on)) return undefined;
  const { rule_id, version: number } = version;
  const read = await readStoredRule(tx, bank.bankId, { rule_id, version: number });
  if (!read.ok) throw new Error(`a proposed version cannot be analyzed: ${read.error}`);
  const before = await readState(context, decisions);
  const others = (before.rules.get(on) ?? []).filter(({ name }) => name !== rule.name);
  const inOrder = [...others, read.value.rule].sort((one, other) => one.number - other.number);
  const after = { ...before, rules: new Map(before.rules).set(on, inOrder) };
  return await compareStates(context, decisions, { before, after, always: [on] });
}

/** The present state of a version with regard to the promises. */
export interface PromiseStanding {
  readonly due: ChangeComparison | undefined;
  /** The stored check, if the same rules and promises still apply; the last check of a version that is not proposed. */
  readonly check: PromiseCheckRow | undefined;
}

export async function readStanding(
  context: DecisionContext,
  decisions: DecisionReader,
  of: { readonly rule: RuleRow; readonly version: RuleVersionRow },
): Promise<PromiseStanding> {
  const due = await readDueCheck(context, decisions, of);
  const stored = await findCheck(context.tx, context.bank.bankId, of.version);
  const isCurrent = due === undefined ? of.version.state !== 'PROPOSED' : stored?.check_id === due.checkId;
  return { due, check: isCurrent ? stored : undefined };
}

/** Why the version cannot be approved; undefined if it keeps all promises, or a second person overrode its check. */
export function approvalRefusal({ due, check }: PromiseStanding): string | undefined {
  if (due === undefined || check?.state === 'KEPT' || (check && check.overridden_at !== null)) return undefined;
  if (check === undefined)
    return 'The proposal is being checked against the promises of the bank: try again in a few seconds';
  const { promises } = JSON.parse(check.result) as StoredResult;
  const names = promises.filter(({ state }) => state === check.state).map(({ name }) => name);
  const fault = check.state === 'BROKEN' ? 'It breaks' : 'It was not decided in time whether it keeps';
  return `${fault} the promises ${names.join(', ')}: a second person has to override the check first`;
}

export function toCheckResponse(
  { rule, version }: { readonly rule: RuleRow; readonly version: RuleVersionRow },
  standing: PromiseStanding,
): PromiseCheck {
  const { due, check } = standing;
  const result = check === undefined ? { promises: [], free: [] } : (JSON.parse(check.result) as StoredResult);
  return {
    rule_id: rule.rule_id,
    name: rule.name,
    version: version.version,
    state: check?.state ?? (due === undefined ? 'NONE' : 'PENDING'),
    blocks_approval: approvalRefusal(standing) !== undefined,
    check_id: check?.check_id ?? null,
    checked_at: check?.checked_at.toISOString() ?? null,
    ...result,
    overridden_at: check?.overridden_at?.toISOString() ?? null,
    overridden_by: check?.overridden_by ?? null,
    override_reason: check?.override_reason ?? null,
  };
}

/** The version that a check is about: the proposed one, or the newest. */
export function versionToCheck(versions: readonly RuleVersionRow[]): RuleVersionRow {
  return requireValue(versions.find(({ state }) => state === 'PROPOSED') ?? versions[0], 'a version of a rule');
}
