import { compileCondition } from './compile-condition.ts';
import type { Condition, ConditionFacts, ConditionTest } from './condition.ts';
import { AMOUNT_DECIMALS, type ConditionFieldName, conditionField, mayBeAbsent } from './condition-fields.ts';
import { scaledAmount } from './condition-values.ts';

/** Warnings about a valid condition: docs/interface/conditions.md#warnings. */
export const CONDITION_WARNINGS = ['condition-never-met', 'condition-always-met', 'condition-limit-unknown'] as const;
export type ConditionWarning = (typeof CONDITION_WARNINGS)[number];

/**
 * Finds a condition that no message can meet, or that every message meets. Pure. A verdict is always right, but
 * alternatives are judged one by one: alternatives that contradict each other can go unnoticed.
 */
export function judgeCondition(condition: Condition): 'condition-never-met' | 'condition-always-met' | undefined {
  if (!canBe(condition, true, [])) return 'condition-never-met';
  return canBe(condition, false, []) ? undefined : 'condition-always-met';
}

/** A comparison that must be true, or must be false. */
interface Demand {
  readonly test: ConditionTest;
  readonly isMet: boolean;
}

/** Returns whether some message meets the demands and makes the condition true (`isMet`) or false. */
function canBe(condition: Condition, isMet: boolean, demands: readonly Demand[]): boolean {
  const together: Demand[] = [...demands];
  const choices: { readonly parts: readonly Condition[]; readonly isMet: boolean }[] = [];
  const collect = (one: Condition, isMet: boolean): void => {
    if ('not' in one) collect(one.not, !isMet);
    else if ('field' in one) together.push({ test: one, isMet });
    else {
      const isAll = 'all' in one;
      const parts = isAll ? one.all : one.any;
      if (isAll === isMet) for (const part of parts) collect(part, isMet);
      else choices.push({ parts, isMet });
    }
  };
  collect(condition, isMet);
  if (!canMeet(together)) return false;
  return choices.every((choice) => choice.parts.some((part) => canBe(part, choice.isMet, together)));
}

/**
 * Returns whether values exist that meet all demands. Fields are independent of each other, so each is checked
 * separately.
 */
function canMeet(demands: readonly Demand[]): boolean {
  const subjects = new Map(demands.map(({ test }) => [subjectKey(test), test.field]));
  return [...subjects].every(([name, field]) => {
    const own = demands.filter(({ test }) => subjectKey(test) === name);
    const [listDemands, others] = [own.filter(isListDemand), own.filter((demand) => !isListDemand(demand))];
    if (contradict(listDemands)) return false;
    const tests = others.map(({ test, isMet }) => ({ test: compileCondition(test, NO_LIST), isMet }));
    const values = valuesWorthTrying(field, others);
    return [...values, ...(mayBeAbsent(field) ? [undefined] : [])].some((value) => {
      const limitValue = conditionField(field).ofLimit ? () => value : value;
      const facts = { [field]: limitValue } as unknown as ConditionFacts;
      return tests.every(({ test, isMet }) => test(facts) === isMet);
    });
  });
}

/** Identifies the value that a comparison tests. The usages of two limits are two separate values. */
function subjectKey({ field, limit = '' }: ConditionTest): string {
  return `${field} ${limit}`;
}

const NO_LIST = () => ({ has: () => false });

function isListDemand({ test: { op } }: Demand): boolean {
  return op === 'inList' || op === 'notInList';
}

/**
 * Returns whether a value must be both in a list and not in it. The contents of lists can change, so they are not
 * considered.
 */
function contradict(listDemands: readonly Demand[]): boolean {
  const isIn = (demand: Demand) => (demand.test.op === 'inList') === demand.isMet;
  const inside = new Set(listDemands.filter(isIn).map(({ test }) => test.value));
  return listDemands.some((demand) => !isIn(demand) && inside.has(demand.test.value));
}

/** Returns the values at which the outcome can change. If any value meets the demands, one of these does. */
function valuesWorthTrying(field: ConditionFieldName, demands: readonly Demand[]): readonly unknown[] {
  const { kind } = conditionField(field);
  const demandedValues = demands.flatMap(({ test: { value } }) => (Array.isArray(value) ? value : [value]));
  switch (kind.type) {
    case 'flag':
      return [true, false];
    case 'choice':
      return kind.values;
    case 'whole':
      return [kind.least, kind.most, ...demandedValues.flatMap(around)].filter(
        (value) => value >= kind.least && value <= kind.most,
      );
    case 'amount':
      return [0n, ...demandedValues.flatMap((value) => aroundAmount(scaledAmount(value) ?? 0n))].filter(
        (value) => value >= 0n && value <= MAX_AMOUNT,
      );
    case 'text':
      if (kind.ordered) return demandedValues.flatMap(aroundCategory).concat('0000', '9999');
      return [
        ...demandedValues.flatMap((value) => [value, `${value}~`, `${value}~~`]),
        '~',
        field === 'country' ? undefined : '~',
      ];
  }
}

const MAX_AMOUNT = 10n ** BigInt(15 + AMOUNT_DECIMALS);

function around(value: unknown): number[] {
  const number = Number(value);
  return [number - 1, number, number + 1];
}

function aroundAmount(value: bigint): bigint[] {
  return [value - 1n, value, value + 1n];
}

/** Returns the merchant categories next to a category, or next to the range of a prefix. */
function aroundCategory(value: unknown): string[] {
  const text = String(value);
  return [text.padEnd(4, '0'), text.padEnd(4, '9')]
    .flatMap((edge) => around(edge))
    .filter((number) => number >= 0 && number <= 9_999)
    .map((number) => String(number).padStart(4, '0'));
}
