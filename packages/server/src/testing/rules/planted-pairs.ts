import type { Condition, ConditionTest } from '@cardwright/contract';
import type { Random } from '../random.ts';

/** A pair of conditions whose relation follows from how it was made. */
export interface PlantedPair {
  readonly kind: 'equal' | 'weaker' | 'stronger' | 'disjoint' | 'never' | 'always';
  readonly rule: Condition;
  readonly against: Condition;
}

const KINDS = ['equal', 'weaker', 'stronger', 'disjoint', 'never', 'always'] as const;

const test = (field: string, op: string, value: unknown, more = {}): ConditionTest =>
  ({ field, op, value, ...more }) as ConditionTest;

/** Comparisons that some messages meet and others do not, each with an equivalent condition. No two share a field. */
const COMPARISONS: readonly (readonly [ConditionTest, Condition])[] = [
  [test('amount', 'gt', '500.00'), { not: test('amount', 'lte', '500') }],
  [test('mcc', 'prefix', '58'), { all: [test('mcc', 'gte', '5800'), test('mcc', 'lt', '5900')] }],
  [test('country', 'notIn', ['AE', 'SA']), { all: [test('country', 'ne', 'SA'), test('country', 'ne', 'AE')] }],
  [test('channel', 'in', ['ECOM', 'MOTO']), { any: [test('channel', 'eq', 'MOTO'), test('channel', 'eq', 'ECOM')] }],
  [test('localHour', 'in', [22, 23]), test('localHour', 'gt', 21)],
  [test('localWeekday', 'gte', 6), { not: test('localWeekday', 'in', [1, 2, 3, 4, 5]) }],
  [test('cardAgeDays', 'lt', 30), test('cardAgeDays', 'lte', 29)],
  [test('cardRole', 'eq', 'S'), test('cardRole', 'ne', 'P')],
  [test('firstAtMerchant', 'eq', true), test('firstAtMerchant', 'ne', false)],
  [test('merchantId', 'inList', 'known'), { not: test('merchantId', 'notInList', 'known') }],
  [test('product', 'prefix', 'PRE'), { any: [test('product', 'prefix', 'PREP'), test('product', 'prefix', 'PRE')] }],
  [test('limitSum', 'gte', '10.5', { limit: 'SPENT' }), { not: test('limitSum', 'lt', '10.50', { limit: 'SPENT' }) }],
  [test('limitCount', 'ne', 3, { limit: 'VISITS' }), { not: test('limitCount', 'eq', 3, { limit: 'VISITS' }) }],
  [test('terminalId', 'eq', 'TERM0001'), test('terminalId', 'in', ['TERM0001'])],
  [test('currency', 'ne', 'USD'), test('currency', 'notIn', ['USD'])],
];

/** Returns a condition that some messages meet and others do not, and an equivalent one. Comparisons share no field. */
function planted(random: Random, from: readonly (readonly [ConditionTest, Condition])[]): [Condition, Condition] {
  if (from.length === 1) {
    const [[one, other]] = from as [readonly [ConditionTest, Condition]];
    return random.oneIn(2) ? [{ not: one }, { not: other }] : [one, other];
  }
  const middle = random.from(1, from.length - 1);
  const [[a, sameAsA], [b, sameAsB]] = [planted(random, from.slice(0, middle)), planted(random, from.slice(middle))];
  if (random.oneIn(2)) return [{ all: [a, b] }, { not: { any: [{ not: sameAsB }, { not: sameAsA }] } }];
  return [{ any: [a, b] }, { any: [sameAsB, sameAsA, b] }];
}

export function plantedPairs(random: Random, count: number): PlantedPair[] {
  return Array.from({ length: count }, (_, at) => {
    const order = COMPARISONS.map((one) => [random.below(1_000_000), one] as const).sort(([a], [b]) => a - b);
    const picked = order.map(([, one]) => one);
    const [own, same] = planted(random, picked.slice(0, random.from(2, 6)));
    const [more] = planted(random, picked.slice(6, random.from(7, 9)));
    const [part, samePart] = planted(random, picked.slice(9, random.from(10, 12)));
    const kind = KINDS[at % KINDS.length] as PlantedPair['kind'];
    return { kind, ...PAIRS[kind]({ own, same, more, part, samePart }) };
  });
}

interface Parts {
  readonly own: Condition;
  readonly same: Condition;
  /** A condition that shares no field with the others. */
  readonly more: Condition;
  readonly part: Condition;
  readonly samePart: Condition;
}

const PAIRS: Readonly<Record<PlantedPair['kind'], (parts: Parts) => { rule: Condition; against: Condition }>> = {
  equal: ({ own, same }) => ({ rule: own, against: same }),
  weaker: ({ own, same, more }) => ({ rule: { all: [own, more] }, against: same }),
  stronger: ({ own, same, more }) => ({ rule: { any: [more, own] }, against: same }),
  disjoint: ({ own, more, part, samePart }) => ({
    rule: { all: [own, part] },
    against: { all: [more, { not: samePart }] },
  }),
  never: ({ own, same, more }) => ({ rule: { all: [own, more, { not: same }] }, against: more }),
  always: ({ own, same, more }) => ({ rule: { any: [{ not: own }, more, same] }, against: more }),
};
