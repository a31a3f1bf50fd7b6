import { createHash } from 'node:crypto';
import { CONDITION_SUBJECTS, type Condition, type ConditionSubject } from '@cardwright/contract';
import type { CompareChange } from '../../platform/change-requests/index.ts';
import type { Bank } from '../../platform/kernel/bank.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { lockEdition, readEntryChanges } from '../merchant-lists/index.ts';
import type { AnalyzedRule, RulePromise } from './analysis/analyzed-rule.ts';
import type { EntryChange, RuleChange } from './analysis/change-questions.ts';
import type { AnalysisSetting } from './analysis/question.ts';
import type { DecisionInput } from './analysis/whole-decision.ts';
import { settingOf } from './analysis-setting.ts';
import { listsOf } from './bank-rules.ts';
import type { DecisionContext, DecisionReader, ProductState, ProductStates } from './decision-reader.ts';
import {
  type LiveRules,
  type PlannedRule,
  readLiveRules,
  readPlannedRules,
  readStoredPromises,
} from './read-analysis-subject.ts';

/** Raise it with each change that can change a verdict, so that stored analyses are repeated. */
const ANALYSIS_VERSION = 3;
/** The most entries of a changed list that the analysis distinguishes. */
const MAX_ENTRIES = 100;

/** The state that decides the messages of a bank. */
export interface BankState {
  readonly rules: LiveRules;
  readonly products: ProductStates;
}

/** The effects of a change on the live rules of each subject, and on the decision at each product. */
export interface ChangeComparison {
  readonly checkId: string;
  readonly canBreakPromise: boolean;
  readonly parts: readonly ComparedPart[];
}

export interface ComparedPart {
  readonly on: ConditionSubject;
  /** The product of the decision; undefined for the live rules. */
  readonly product?: string;
  readonly promises: readonly RulePromise[];
  /** Whether the change affects more than the promises can show. */
  readonly isChanged: boolean;
  /** Whether a list changes more entries than the analysis distinguishes, so that it proves nothing. */
  readonly isPartial: boolean;
  /** Everything that the verdicts depend on. */
  readonly basis: unknown;
  readonly change: RuleChange;
  readonly setting: AnalysisSetting;
  /** The decision at the product, and the conditions of its limits. */
  readonly whole?: DecisionInput;
  readonly conditions: readonly Condition[];
}

/** @param before the state before a change in this transaction, parts of which are still valid */
export async function readState(
  context: DecisionContext,
  decisions: DecisionReader,
  before?: BankState,
): Promise<BankState> {
  const rules = await readLiveRules(context.tx, context.bank.bankId);
  return { rules, products: await decisions.readProducts(context, before?.products) };
}

/** Compares the decisions before and after a change in a transaction. */
export function comparisonOfChanges(banks: BankDirectory, decisions: DecisionReader): CompareChange<ChangeComparison> {
  return async (tx, bankId, now, makeChange) => {
    const context = { tx, bank: requireValue(banks.bank(bankId), 'the bank of a change'), now };
    const before = await stateBefore(context, decisions);
    const made = await makeChange();
    const after = await readState(context, decisions, before.before);
    return { made, comparison: await compareStates(context, decisions, { ...before, after }) };
  };
}

/** The state before a change, with its edition, which stays locked. */
export async function stateBefore(context: DecisionContext, decisions: DecisionReader) {
  const since = await lockEdition(context.tx, context.bank.bankId);
  return { before: await readState(context, decisions), since };
}

/**
 * Compares the state before a plan with the one after it, in which all planned rules are live. The lists of the plan
 * must exist already.
 */
export async function comparePlan(
  context: DecisionContext,
  decisions: DecisionReader,
  from: Awaited<ReturnType<typeof stateBefore>>,
  rules: readonly PlannedRule[] | undefined,
): Promise<ChangeComparison> {
  const state = await readState(context, decisions, from.before);
  const after = rules === undefined ? state : { ...state, rules: await readPlannedRules(context, rules) };
  return await compareStates(context, decisions, { ...from, after, always: CONDITION_SUBJECTS });
}

interface Compared {
  readonly before: BankState;
  readonly after: BankState;
  /** The edition before the change, if it can change lists. */
  readonly since?: bigint;
  /** Subjects whose promises are checked even if nothing changes. */
  readonly always?: readonly ConditionSubject[];
}

/** Compares two states of a bank. The lists are those of the transaction. */
export async function compareStates(
  { tx, bank, now }: DecisionContext,
  decisions: DecisionReader,
  { before, after, since, always = [] }: Compared,
): Promise<ChangeComparison> {
  const parts: ComparedPart[] = [];
  const products = changedProducts(before.products, after.products, now);
  for (const on of CONDITION_SUBJECTS) {
    const rules = { before: before.rules.get(on) ?? [], after: after.rules.get(on) ?? [] };
    const promises = await readStoredPromises(tx, bank.bankId, on);
    const ofProducts = on === 'authorization' ? products : [];
    const conditions = [...rules.before, ...rules.after, ...promises].map(({ condition }) => condition);
    const ofLimits = ofProducts.flatMap((pair) => pair.flatMap((one) => one.conditions));
    const lists = await readLists(tx, bank.bankId, [...conditions, ...ofLimits], since);
    const comparer: Comparer = { bank, now, decisions, lists, rules };
    const isChanged = areDifferent(rules.before, rules.after) || lists.isReadBy([...rules.before, ...rules.after]);
    const isDue = isChanged || always.includes(on);
    if (isDue) parts.push(ofRules(comparer, on, promises, isChanged));
    const ofDecision = promises.filter(({ by }) => by === 'DECISION');
    for (const pair of ofProducts) {
      const isOther = pair[0].basis !== pair[1].basis || lists.isReadBy(pair.flatMap(limitsOf));
      if (isOther || (isDue && ofDecision.length > 0)) parts.push(ofProduct(comparer, pair, ofDecision, isOther));
    }
  }
  const basis = JSON.stringify([ANALYSIS_VERSION, parts.map((part) => part.basis)]);
  return {
    checkId: createHash('sha256').update(basis).digest('hex'),
    canBreakPromise: parts.some(({ promises }) => promises.length > 0),
    parts,
  };
}

type ProductPair = readonly [before: ProductState, after: ProductState];

/** Each product before and after a change: now, and at each time at which a program comes into force. */
function changedProducts(before: ProductStates, after: ProductStates, now: Date): ProductPair[] {
  const pairs = new Map<string, ProductPair>();
  for (const time of [now, ...before.changesAt, ...after.changesAt]) {
    const then = after.at(time);
    for (const one of before.at(time)) {
      const other = then.find(({ productCode }) => productCode === one.productCode);
      if (other) pairs.set(JSON.stringify([one.productCode, one.basis, other.basis]), [one, other]);
    }
  }
  return [...pairs.values()];
}

interface ChangedLists {
  readonly entries: ReadonlyMap<string, EntryChange>;
  readonly isPartial: boolean;
  isReadBy(of: readonly { readonly condition: Condition }[]): boolean;
}

async function readLists(
  tx: Tx,
  bankId: string,
  conditions: readonly Condition[],
  since: bigint | undefined,
): Promise<ChangedLists> {
  const names = [...new Set(conditions.flatMap(listsOf))];
  const lists = since === undefined ? new Map() : await readEntryChanges(tx, bankId, names, since);
  const first = (entries: readonly string[]) => entries.toSorted().slice(0, MAX_ENTRIES);
  const changes = [...lists].map(([name, { added, removed }]): [string, EntryChange] => {
    return [name, { added: first(added), removed: first(removed) }];
  });
  return {
    entries: new Map(changes.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    isPartial: [...lists.values()].some(({ added, removed }) => Math.max(added.length, removed.length) > MAX_ENTRIES),
    isReadBy: (of) => of.some(({ condition }) => listsOf(condition).some((name) => lists.has(name))),
  };
}

interface Comparer {
  readonly bank: Bank;
  readonly now: Date;
  readonly decisions: DecisionReader;
  readonly lists: ChangedLists;
  readonly rules: { readonly before: readonly AnalyzedRule[]; readonly after: readonly AnalyzedRule[] };
}

function ofRules(
  { bank, now, lists, rules }: Comparer,
  on: ConditionSubject,
  stored: readonly RulePromise[],
  isChanged: boolean,
): ComparedPart {
  const promises = stored.filter(({ by }) => by !== 'DECISION');
  const setting = settingOf(bank, on, now);
  const { nowMs: _, ...context } = setting;
  const { entries, isPartial } = lists;
  return {
    ...{ on, promises, isChanged, isPartial },
    basis: [context, rules, promises, [...entries], isPartial],
    ...{ change: { ...rules, lists: entries, promises }, setting, conditions: [] },
  };
}

function ofProduct(
  { bank, now, decisions, lists, rules: { before, after } }: Comparer,
  pair: ProductPair,
  promises: readonly RulePromise[],
  isChanged: boolean,
): ComparedPart {
  const { entries, isPartial } = lists;
  const product = pair[0].productCode;
  const whole = decisions.compare(bank, pair);
  return {
    ...{ on: 'authorization', product, promises, isChanged, isPartial },
    basis: [product, pair.map((one) => one.basis), before, after, promises, [...entries], isPartial],
    change: { before, after, lists: entries, promises },
    setting: settingOf(bank, 'authorization', now, whole.currency),
    ...{ whole, conditions: pair.flatMap((one) => one.conditions) },
  };
}

function limitsOf({ conditions }: ProductState) {
  return conditions.map((condition) => ({ condition }));
}

function areDifferent(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
