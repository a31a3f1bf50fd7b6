import { createHash } from 'node:crypto';
import { CONDITION_SUBJECTS } from '@cardwright/contract';
import type { CompareRules } from '../../platform/change-requests/index.ts';
import { required } from '../../platform/kernel/required.ts';
import type { BankDirectory } from '../banks/index.ts';
import { lockEdition, readEntryChanges } from '../merchant-lists/index.ts';
import type { AnalysisSetting } from './analysis/analyzer.ts';
import type { EntryChange, RuleChange } from './analysis/change-questions.ts';
import { settingOf } from './analysis-response.ts';
import { listsOf } from './bank-rules.ts';
import { readLiveRules, readStoredPromises } from './read-analysis-subject.ts';

/** Raised with each change that can change a verdict, so that stored analyses are repeated. */
const ANALYSIS_VERSION = 1;
/** Most entries of a changed list that the analysis tells apart. */
const MAX_ENTRIES = 100;

/** What a change does to the live rules of each subject. */
export interface ChangeComparison {
  readonly checkId: string;
  readonly canBreakPromise: boolean;
  readonly changes: readonly SubjectChange[];
}

export interface SubjectChange extends RuleChange {
  readonly setting: AnalysisSetting;
  /** Whether a list changes more entries than the analysis tells apart, so that it proves nothing. */
  readonly isPartial: boolean;
}

/** Compares the live rules, and the lists that they read, before and after a change in a transaction. */
export function comparisonOfRules(banks: BankDirectory): CompareRules<ChangeComparison> {
  return async (tx, bankId, now, makeChange) => {
    const edition = await lockEdition(tx, bankId);
    const before = await readLiveRules(tx, bankId);
    const made = await makeChange();
    const after = await readLiveRules(tx, bankId);
    const bank = required(banks.bank(bankId), 'the bank of a change');
    const changes: SubjectChange[] = [];
    for (const on of CONDITION_SUBJECTS) {
      const [rules, next] = [before.get(on) ?? [], after.get(on) ?? []];
      const promises = await readStoredPromises(tx, bankId, on);
      const names = [...rules, ...next, ...promises].flatMap(({ condition }) => listsOf(condition));
      const lists = await readEntryChanges(tx, bankId, [...new Set(names)], edition);
      const isRead = [...rules, ...next].some(({ condition }) => listsOf(condition).some((name) => lists.has(name)));
      if (!isRead && JSON.stringify(rules) === JSON.stringify(next)) continue;
      const entries = [...lists.values()].flatMap(({ added, removed }) => [added.length, removed.length]);
      changes.push({
        ...{ before: rules, after: next, promises, setting: settingOf(bank, on, now) },
        lists: new Map([...lists].map(([name, change]) => [name, firstOf(change)])),
        isPartial: entries.some((count) => count > MAX_ENTRIES),
      });
    }
    const canBreakPromise = changes.some(({ promises }) => promises.length > 0);
    return { made, comparison: { checkId: checkIdOf(changes), canBreakPromise, changes } };
  };
}

function firstOf({ added, removed }: EntryChange): EntryChange {
  const first = (entries: readonly string[]) => entries.toSorted().slice(0, MAX_ENTRIES);
  return { added: first(added), removed: first(removed) };
}

/** The hash of what the verdicts depend on. */
function checkIdOf(changes: readonly SubjectChange[]): string {
  const basis = changes.map(({ setting: { nowMs: _, ...setting }, lists, ...change }) => [
    ...[setting, change.before, change.after, change.promises, change.isPartial],
    [...lists].sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([ANALYSIS_VERSION, basis]))
    .digest('hex');
}
