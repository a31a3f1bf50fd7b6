import type { Condition, ConditionTest } from '@cardwright/contract';

/** The facts about a message that conditions use: docs/interface/conditions.md#fields. */
export interface ModelFacts {
  /** In ten-thousandths of the currency unit. */
  readonly amount: number;
  readonly currency: string;
  readonly mcc: string;
  readonly merchantId: string;
  readonly terminalId: string;
  readonly acquirer: string;
  readonly country: string | undefined;
  readonly isForeign: boolean;
  readonly channel: string;
  readonly localHour: number;
  readonly localWeekday: number;
  readonly cardAgeDays: number;
  readonly product: string;
  readonly cardRole: string;
  readonly firstAtMerchant: boolean;
  /** The number of ten-thousandths in a minor unit. */
  readonly scale: number;
  /** The use of limits, in ten-thousandths of the currency unit, or in messages or merchants. */
  limitSum(name: string): number;
  limitCount(name: string): number;
}

/** The lists of a bank, by name. */
export type ModelLists = Readonly<Record<string, readonly string[]>>;

/** Whether a message meets a condition. */
export function isConditionMet(condition: Condition, facts: ModelFacts, lists: ModelLists): boolean {
  if ('all' in condition) return condition.all.filter((part) => !isConditionMet(part, facts, lists)).length === 0;
  if ('any' in condition) return condition.any.filter((part) => isConditionMet(part, facts, lists)).length > 0;
  if ('not' in condition) return isConditionMet(condition.not, facts, lists) === false;
  return compares(condition, facts, lists);
}

function compares({ field, limit = '', op, value }: ConditionTest, facts: ModelFacts, lists: ModelLists): boolean {
  const factValue = field === 'limitSum' || field === 'limitCount' ? facts[field](limit) : facts[field];
  const isAmount = field === 'amount' || field === 'limitSum';
  const read = (one: unknown) => (isAmount ? Math.round(Number(one) * 10_000) : one);
  const values = (Array.isArray(value) ? value : [value]).map(read);
  const isOne = values.includes(factValue);
  const isListed = () => (lists[String(value)] ?? []).includes(String(factValue));
  const [left, right] = [Number(factValue), Number(values[0])];
  switch (op) {
    case 'eq':
    case 'in':
      return isOne;
    case 'ne':
    case 'notIn':
      return !isOne;
    case 'inList':
      return isListed();
    case 'notInList':
      return !isListed();
    case 'prefix':
      return String(factValue).slice(0, String(value).length) === value;
    case 'lt':
      return left < right;
    case 'lte':
      return left < right || left === right;
    case 'gt':
      return left > right;
    case 'gte':
      return left > right || left === right;
  }
}

/** The figures beyond the message that a condition uses, as traces name them. */
export function namedFigures(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(namedFigures);
  if ('any' in condition) return condition.any.flatMap(namedFigures);
  if ('not' in condition) return namedFigures(condition.not);
  const { field, limit } = condition;
  if (field === 'firstAtMerchant') return [field];
  return limit === undefined ? [] : [`${field}:${limit}`];
}

/** A figure and its value. */
export function reportFigure(figureName: string, facts: ModelFacts): string {
  const [field, limit = ''] = figureName.split(':');
  if (field === 'firstAtMerchant') return `${figureName}:${facts.firstAtMerchant}`;
  return `${figureName}:${field === 'limitSum' ? facts.limitSum(limit) / facts.scale : facts.limitCount(limit)}`;
}

/** The lists that a condition names. */
export function namedLists(condition: Condition): string[] {
  return Array.from(
    JSON.stringify(condition).matchAll(/"op":"(?:in|notIn)List","value":"([^"]+)"/g),
    ([, name = '']) => name,
  );
}
