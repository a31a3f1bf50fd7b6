import { createHash } from 'node:crypto';
import type { PromiseCheck } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import { required } from '../../platform/kernel/required.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { PromiseSubject, Subject } from './analysis/analyze.ts';
import type { AnalysisSetting } from './analysis/analyzer.ts';
import { settingOf } from './analysis-response.ts';
import { findCheck, type PromiseCheckRow } from './promise-check-store.ts';
import { readPromises } from './promise-store.ts';
import { readAnalysisSubject } from './read-analysis-subject.ts';
import type { RuleRow, RuleVersionRow } from './rule-store.ts';

/** Raised with each change of the analysis that can change a verdict, so that stored checks are repeated. */
const ANALYSIS_VERSION = 1;

/** A version and the promises that it has to keep. */
export interface DueCheck {
  readonly checkId: string;
  readonly subject: PromiseSubject;
  readonly setting: AnalysisSetting;
}

type Version = Pick<RuleVersionRow, 'rule_id' | 'version' | 'state'>;
type StoredResult = Pick<PromiseCheck, 'promises' | 'free'>;

/**
 * Reads what a proposed version has to be checked against now. Undefined without promises. The caller holds the lock of
 * the edition if the check has to stay the one of this moment.
 */
export async function readDueCheck(
  tx: Tx,
  bank: Bank,
  { rule, version }: { readonly rule: Pick<RuleRow, 'subject'>; readonly version: Version },
  now: Date,
): Promise<DueCheck | undefined> {
  const { bankId } = bank;
  if (version.state !== 'PROPOSED') return undefined;
  if (!(await readPromises(tx, bankId)).some(({ subject }) => subject === rule.subject)) return undefined;
  const read = await readAnalysisSubject(tx, bankId, { rule_id: version.rule_id, version: version.version });
  if (!read.ok) throw new Error(`a proposed version cannot be analyzed: ${read.error}`);
  const { on, against: _, ...subject } = read.value;
  const setting = settingOf(bank, on, now);
  return {
    checkId: checkIdOf(subject, setting),
    subject: {
      rules: subject.rule === undefined ? subject.others : [subject.rule, ...subject.others],
      promises: subject.promises,
    },
    setting,
  };
}

/** The hash of what the verdicts depend on. The time only moves on, and verdicts are about all times from then on. */
function checkIdOf(
  { rule, others, promises }: Omit<Subject, 'against'>,
  { nowMs: _, ...setting }: AnalysisSetting,
): string {
  const inOrder = [...others].sort((one, other) => one.number - other.number);
  const basis = JSON.stringify([ANALYSIS_VERSION, setting, rule, inOrder, promises]);
  return createHash('sha256').update(basis).digest('hex');
}

/** How a version stands to the promises at this moment. */
export interface PromiseStanding {
  readonly due: DueCheck | undefined;
  /** The stored check, if it is still about the same rules and promises; for a version that is not proposed, its last one. */
  readonly check: PromiseCheckRow | undefined;
}

export async function readStanding(
  tx: Tx,
  bank: Bank,
  of: { readonly rule: RuleRow; readonly version: RuleVersionRow },
  now: Date,
): Promise<PromiseStanding> {
  const due = await readDueCheck(tx, bank, of, now);
  const stored = await findCheck(tx, bank.bankId, of.version);
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
  return required(versions.find(({ state }) => state === 'PROPOSED') ?? versions[0], 'a version of a rule');
}
