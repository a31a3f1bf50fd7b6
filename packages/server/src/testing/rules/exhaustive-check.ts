import {
  type Condition,
  type ConditionFacts,
  type ConditionFieldName,
  comparisonsOf,
  compileCondition,
  conditionField,
} from '@cardwright/contract';
import { valuesToTry } from './random-conditions.ts';

export interface PairVerdict {
  /** Whether a message meets the first condition. */
  readonly canMatch: boolean;
  /** Whether each message that meets the first meets the second. */
  readonly implies: boolean;
  readonly impliedBy: boolean;
  readonly excludes: boolean;
}

const ALWAYS_PRESENT = ['requestor', 'tokensOfCard', 'provisioningDeclines24h'];
const HOME = 'AE';

/**
 * Compares two conditions by trying all combinations of values. It uses the function that decides messages and nothing
 * of the analysis.
 */
export function comparePair(one: Condition, other: Condition): PairVerdict {
  const tests = [...comparisonsOf(one), ...comparisonsOf(other)];
  const names = new Set(tests.map(({ field }) => field));
  for (const [foreign, country] of [
    ['isForeign', 'country'],
    ['isForeignDevice', 'deviceCountry'],
  ] as const) {
    if (names.has(foreign as ConditionFieldName)) names.add(country as ConditionFieldName);
  }
  const limits = [...new Set(tests.flatMap(({ field, limit }) => (limit === undefined ? [] : [`${field} ${limit}`])))];
  const lists = [
    ...new Set(tests.flatMap(({ op, value }) => (op === 'inList' || op === 'notInList' ? [String(value)] : []))),
  ];
  const dimensions: (readonly [string, readonly unknown[]])[] = [
    ...[...names]
      .filter((name) => !conditionField(name).ofLimit)
      .map((name) => [name, valuesToTry(name, ALWAYS_PRESENT.includes(name))] as const),
    ...limits.map((key) => [key, valuesToTry(key.split(' ')[0] as ConditionFieldName, true)] as const),
    ...lists.map((list) => [`list ${list}`, [true, false]] as const),
  ];
  const facts: Record<string, unknown> = {};
  const read = {
    limitSum: (limit: string) => facts[`limitSum ${limit}`],
    limitCount: (limit: string) => facts[`limitCount ${limit}`],
  };
  const evaluated = Object.assign(facts, read) as unknown as ConditionFacts;
  const listOf = (list: string) => ({ has: () => facts[`list ${list}`] === true });
  const [first, second] = [compileCondition(one, listOf), compileCondition(other, listOf)];
  const found = { canMatch: false, implies: true, impliedBy: true, excludes: true };
  const visit = (at: number): void => {
    const dimension = dimensions[at];
    if (dimension === undefined) {
      if (!isPossible(facts)) return;
      const [a, b] = [first(evaluated), second(evaluated)];
      if (a) found.canMatch = true;
      if (a && !b) found.implies = false;
      if (b && !a) found.impliedBy = false;
      if (a && b) found.excludes = false;
      return;
    }
    for (const value of dimension[1]) {
      facts[dimension[0]] = value;
      visit(at + 1);
    }
  };
  visit(0);
  return found;
}

/** Whether the facts can occur together. The bank counts a message without a country as foreign. */
function isPossible(facts: Readonly<Record<string, unknown>>): boolean {
  if ('isForeign' in facts && facts.isForeign !== (facts.country !== HOME)) return false;
  if (!('isForeignDevice' in facts)) return true;
  const isForeign = facts.deviceCountry === undefined ? undefined : facts.deviceCountry !== HOME;
  return facts.isForeignDevice === isForeign;
}
