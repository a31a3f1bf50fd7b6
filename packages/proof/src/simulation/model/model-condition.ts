import type { Condition, ConditionTest } from '@cardwright/contract';

/** What conditions ask about a message, by docs/interface/conditions.md#fields. */
export interface ModelFacts {
  /** In ten-thousandths of the unit. */
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
  /** Ten-thousandths of a minor unit. */
  readonly scale: number;
  /** What is used of limits, in ten-thousandths of the unit, and in messages or merchants. */
  limitSum(name: string): number;
  limitCount(name: string): number;
}

/** The lists of a bank, by name. */
export type ModelLists = Readonly<Record<string, readonly string[]>>;

/** Whether a message meets a condition. */
export function holds(condition: Condition, facts: ModelFacts, lists: ModelLists): boolean {
  if ('all' in condition) return condition.all.filter((part) => !holds(part, facts, lists)).length === 0;
  if ('any' in condition) return condition.any.filter((part) => holds(part, facts, lists)).length > 0;
  if ('not' in condition) return holds(condition.not, facts, lists) === false;
  return compares(condition, facts, lists);
}

function compares({ field, limit = '', op, value }: ConditionTest, facts: ModelFacts, lists: ModelLists): boolean {
  const found = field === 'limitSum' || field === 'limitCount' ? facts[field](limit) : facts[field];
  const isAmount = field === 'amount' || field === 'limitSum';
  const read = (one: unknown) => (isAmount ? Math.round(Number(one) * 10_000) : one);
  const values = (Array.isArray(value) ? value : [value]).map(read);
  const isOne = values.includes(found);
  const isListed = () => (lists[String(value)] ?? []).includes(String(found));
  const [left, right] = [Number(found), Number(values[0])];
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
      return String(found).slice(0, String(value).length) === value;
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

/** What a condition asks beyond the message, as traces name it. */
export function namedFigures(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(namedFigures);
  if ('any' in condition) return condition.any.flatMap(namedFigures);
  if ('not' in condition) return namedFigures(condition.not);
  const { field, limit } = condition;
  if (field === 'firstAtMerchant') return [field];
  return limit === undefined ? [] : [`${field}:${limit}`];
}

/** A figure with its value. */
export function reportFigure(named: string, facts: ModelFacts): string {
  const [field, limit = ''] = named.split(':');
  if (field === 'firstAtMerchant') return `${named}:${facts.firstAtMerchant}`;
  return `${named}:${field === 'limitSum' ? facts.limitSum(limit) / facts.scale : facts.limitCount(limit)}`;
}

/** The lists that a condition names. */
export function namedLists(condition: Condition): string[] {
  return Array.from(
    JSON.stringify(condition).matchAll(/"op":"(?:in|notIn)List","value":"([^"]+)"/g),
    ([, name = '']) => name,
  );
}
