import { ANALYSIS_LIMIT_MS, CONDITION_SUBJECTS, type PlannedPromise } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { PromiseSubject } from './analysis/analyze.ts';
import type { AnalyzedRule } from './analysis/analyzed-rule.ts';
import type { AnalysisSetting, RuleAnalyzer } from './analysis/analyzer.ts';
import { settingOf } from './analysis-response.ts';
import { toCheckedPromises } from './checked-promises.ts';
import { type LiveRules, readStoredPromises, toProposedRule } from './read-analysis-subject.ts';

type PlannedRule = Parameters<typeof toProposedRule>[2];

/** Leaves time for the rest of the request, of which clients wait 60 seconds. */
const TOTAL_MS = 25_000;

/** Promises, and the rules that have to keep them now and under a plan. */
export interface PlannedCheck {
  readonly setting: AnalysisSetting;
  readonly planned: PromiseSubject;
  readonly live: PromiseSubject;
}

/**
 * Reads the promises that all rules together have to keep if those of a plan replace the live ones. The lists of the plan
 * exist by then in the transaction.
 */
export async function readPlannedChecks(
  tx: Tx,
  bank: Bank,
  { live, planned: rules }: { readonly live: LiveRules; readonly planned: readonly PlannedRule[] },
  now: Date,
): Promise<PlannedCheck[]> {
  const checks: PlannedCheck[] = [];
  for (const on of CONDITION_SUBJECTS) {
    const promises = await readStoredPromises(tx, bank.bankId, on);
    if (promises.length === 0) continue;
    const planned: AnalyzedRule[] = [];
    for (const [at, rule] of rules.entries()) {
      if ((rule.on ?? 'authorization') !== on) continue;
      const read = await toProposedRule(tx, bank.bankId, rule, at);
      // the plan made the rule, so it has no fault
      if (!read.ok) throw new Error(`a rule of the plan cannot be analyzed: ${read.error}`);
      planned.push(read.value.rule);
    }
    const setting = settingOf(bank, on, now);
    checks.push({ setting, planned: { rules: planned, promises }, live: { rules: live.get(on) ?? [], promises } });
  }
  return checks;
}

/** Checks the promises under the plan, and broken ones under the rules of now too. */
export async function checkPlannedPromises(
  analyzer: RuleAnalyzer,
  bankId: string,
  checks: readonly PlannedCheck[],
): Promise<PlannedPromise[]> {
  const found: PlannedPromise[] = [];
  const statesOf = async (subject: PromiseSubject, setting: AnalysisSetting) => {
    const limits = { questionMs: ANALYSIS_LIMIT_MS.usual, totalMs: TOTAL_MS / (2 * checks.length) };
    const { answers } = await analyzer.analyze(bankId, { subject, setting, limits });
    return toCheckedPromises(subject, setting, answers).promises;
  };
  for (const { setting, planned, live } of checks) {
    const promises = await statesOf(planned, setting);
    const isBroken = (at: number) => promises[at]?.state === 'BROKEN';
    const broken = live.promises.filter((_, at) => isBroken(at));
    const now = broken.length === 0 ? [] : await statesOf({ ...live, promises: broken }, setting);
    for (const promise of promises) {
      const { state } = now.find(({ name }) => name === promise.name) ?? {};
      found.push({ ...promise, on: setting.subject, ...(state !== undefined && { now: state }) });
    }
  }
  return found;
}
