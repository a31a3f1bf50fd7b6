import type { Condition, ConditionFacts, ConditionTest, ListMembers } from './condition.ts';
import { type ConditionFieldName, conditionField, mayBeAbsent } from './condition-fields.ts';
import { scaledAmount } from './condition-values.ts';

/** Tests whether a message meets a condition. */
export type ConditionTestOf = (facts: ConditionFacts) => boolean;

/**
 * Compiles a valid condition to a function that serves all messages. Pure.
 * @param listOf returns the list of a name in its current state
 */
export function compileCondition(condition: Condition, listOf: (name: string) => ListMembers): ConditionTestOf {
  if ('not' in condition) {
    const inner = compileCondition(condition.not, listOf);
    return (facts) => !inner(facts);
  }
  if ('all' in condition) {
    const parts = condition.all.map((part) => compileCondition(part, listOf));
    return (facts) => parts.every((part) => part(facts));
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => compileCondition(part, listOf));
    return (facts) => parts.some((part) => part(facts));
  }
  if (condition.limit !== undefined) return compileFigure(condition, condition.limit);
  const compares = compileTest(condition, listOf);
  const { field } = condition;
  return mayBeAbsent(field) ? (facts) => facts[field] !== undefined && compares(facts) : compares;
}

/** Compiles a comparison of the usage of a limit. */
function compileFigure(test: ConditionTest, limit: string): ConditionTestOf {
  const { field } = test;
  const compares = compileTest(test, () => NO_LIST);
  const used = (facts: ConditionFacts) => (field === 'limitSum' ? facts.limitSum(limit) : facts.limitCount(limit));
  return (facts) => compares({ [field]: used(facts) } as unknown as ConditionFacts);
}

const NO_LIST: ListMembers = { has: () => false };

function compileTest(test: ConditionTest, listOf: (name: string) => ListMembers): ConditionTestOf {
  const { field, op } = test;
  const value = comparable(field, test.value) as number;
  switch (op) {
    case 'eq':
      return (facts) => facts[field] === value;
    case 'ne':
      return (facts) => facts[field] !== value;
    case 'in':
    case 'notIn': {
      const isIncluded = op === 'in';
      const values = new Set<unknown>(test.value as readonly unknown[]);
      return (facts) => values.has(facts[field]) === isIncluded;
    }
    case 'inList':
    case 'notInList': {
      const isIncluded = op === 'inList';
      const list = listOf(test.value as string);
      return (facts) => list.has(facts[field] as string) === isIncluded;
    }
    case 'prefix':
      return (facts) => (facts[field] as string).startsWith(String(value));
    case 'lt':
      return (facts) => inOrder(facts, field) < value;
    case 'lte':
      return (facts) => inOrder(facts, field) <= value;
    case 'gt':
      return (facts) => inOrder(facts, field) > value;
    default:
      return (facts) => inOrder(facts, field) >= value;
  }
}

/** Numbers, amounts and categories. The validation ensures that the value to compare with has the same type. */
function inOrder(facts: ConditionFacts, field: ConditionFieldName): number {
  return facts[field] as number;
}

function comparable(field: ConditionFieldName, value: ConditionTest['value']): unknown {
  return conditionField(field).kind.type === 'amount' ? scaledAmount(value) : value;
}
