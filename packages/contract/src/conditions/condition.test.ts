import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json/exact-number.ts';
import { checkCondition } from './check-condition.ts';
import { compileCondition } from './compile-condition.ts';
import type { Condition, ConditionFacts, ConditionTest } from './condition.ts';
import {
  CONDITION_FIELD_NAMES,
  type ConditionFieldName,
  conditionField,
  opsOf,
  PROVISIONING_FIELD_NAMES,
} from './condition-fields.ts';
import { conditionSchema } from './condition-schema.ts';
import { judgeCondition } from './judge-condition.ts';

const FACTS: ConditionFacts = {
  amount: 2_500_000n,
  currency: 'AED',
  mcc: '5411',
  merchantId: 'SHOP1',
  terminalId: 'TERM1',
  acquirer: '123456',
  country: 'AE',
  isForeign: false,
  channel: 'ECOM',
  localHour: 12,
  localWeekday: 5,
  cardAgeDays: 30,
  product: 'DEMO-DEBIT',
  cardRole: 'P',
  firstAtMerchant: false,
  limitSum: () => 0n,
  limitCount: () => 0,
};
const NO_LISTS = () => ({ has: () => false });
const meets = (condition: Condition, facts: Partial<ConditionFacts> = {}, lists = NO_LISTS) =>
  compileCondition(condition, lists)({ ...FACTS, ...facts });
const test = (field: string, op: string, value: unknown) => ({ field, op, value }) as ConditionTest;
const faultsOf = (value: unknown) =>
  checkCondition(value as JsonValue, 'condition').findings.map(({ path, error, message }) => [path, error, message]);

/** Small sets of values, so that many comparisons hold. */
const VALUES: Record<ConditionFieldName, readonly unknown[]> = {
  amount: ['0', '250', '250.0001', '249.9999', '1000.5'],
  currency: ['AED', 'EUR', 'USD'],
  mcc: ['0000', '5411', '5412', '5812', '9999'],
  merchantId: ['SHOP1', 'SHOP11', 'SHOP2'],
  terminalId: ['TERM1', 'TERM2'],
  acquirer: ['123456', '1234'],
  country: ['AE', 'DE', 'GB'],
  isForeign: [true, false],
  channel: ['ECOM', 'CHIP', 'MOTO'],
  localHour: [0, 6, 12, 23],
  localWeekday: [1, 5, 7],
  cardAgeDays: [0, 29, 30, 31],
  product: ['DEMO-DEBIT', 'DEMO-CREDIT'],
  cardRole: ['P', 'S'],
  firstAtMerchant: [true, false],
  limitSum: ['0', '12.5', '300'],
  limitCount: [0, 1, 3, 1_000_000_000],
};
const LIMITS = ['DAY', 'ONLINE'];
const LISTS: Record<string, readonly string[]> = { shops: ['SHOP1'], kinds: ['5411', '9999'], nothing: [] };

const aTest = fc
  .tuple(fc.constantFrom(...CONDITION_FIELD_NAMES), fc.constantFrom(...LIMITS))
  .chain(([field, limit]) =>
    aTestOf(field).map(({ op, value }) =>
      conditionField(field).ofLimit ? { field, limit, op, value } : { field, op, value },
    ),
  );
const aTestOf = (field: ConditionFieldName) =>
  fc.constantFrom(...opsOf(field)).chain((op): fc.Arbitrary<ConditionTest> => {
    const one = fc.constantFrom(...VALUES[field]);
    if (op === 'in' || op === 'notIn') {
      return fc.array(one, { minLength: 1, maxLength: 3 }).map((value) => test(field, op, value));
    }
    if (op === 'inList' || op === 'notInList') {
      return fc.constantFrom(...Object.keys(LISTS)).map((value) => test(field, op, value));
    }
    if (op === 'prefix') {
      return fc
        .tuple(one, fc.integer({ min: 1, max: 4 }))
        .map(([text, at]) => test(field, op, String(text).slice(0, at)));
    }
    return one.map((value) => test(field, op, value));
  });
const aCondition = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    aTest,
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('condition').map((not) => ({ not })),
  ),
})).condition;
const someFacts = fc
  .record(
    Object.fromEntries(CONDITION_FIELD_NAMES.map((field) => [field, fc.constantFrom(...VALUES[field])])) as Record<
      ConditionFieldName,
      fc.Arbitrary<unknown>
    >,
  )
  .chain((facts) =>
    fc.option(fc.constant(facts.country), { nil: undefined }).map((country) => ({
      ...(facts as unknown as ConditionFacts),
      amount: scaled(String(facts.amount)),
      country: country as string | undefined,
      // One limit is used. All others are unused.
      limitSum: (limit: string) => (limit === 'DAY' ? scaled(String(facts.limitSum)) : 0n),
      limitCount: (limit: string) => (limit === 'DAY' ? (facts.limitCount as number) : 0),
    })),
  );

function scaled(text: string): bigint {
  const [units = '', decimals = ''] = text.split('.');
  return BigInt(units) * 10_000n + BigInt(decimals.padEnd(4, '0') || '0');
}

/** Evaluates a condition literally as the document describes it, without regard to speed. */
function naively(condition: Condition, facts: ConditionFacts): boolean {
  if ('all' in condition) return condition.all.filter((part) => !naively(part, facts)).length === 0;
  if ('any' in condition) return condition.any.filter((part) => naively(part, facts)).length > 0;
  if ('not' in condition) return !naively(condition.not, facts);
  const { field, limit = '', op } = condition;
  const isAmount = field === 'amount' || field === 'limitSum';
  const read = (value: unknown) => (isAmount ? Number(scaled(String(value))) : value);
  const factValue = field === 'limitSum' || field === 'limitCount' ? facts[field](limit) : facts[field];
  const actual = isAmount ? Number(factValue) : factValue;
  const values = [condition.value].flat().map(read);
  const [expected] = values as [number];
  const is: Record<string, () => boolean> = {
    eq: () => actual === expected,
    in: () => values.includes(actual),
    lt: () => (actual as number) < expected,
    gt: () => (actual as number) > expected,
    lte: () => !((actual as number) > expected),
    gte: () => !((actual as number) < expected),
    prefix: () => String(actual).slice(0, String(expected).length) === String(expected),
    inList: () => LISTS[condition.value as string]!.includes(actual as string),
    ne: () => !is.eq!(),
    notIn: () => !is.in!(),
    notInList: () => !is.inList!(),
  };
  return is[op]!();
}

const listOf = (name: string) => ({ has: (entry: string) => LISTS[name]!.includes(entry) });

describe('a condition', () => {
  it('gives the same result for every message when it is compiled', () => {
    fc.assert(
      fc.property(aCondition, someFacts, (condition, facts) => {
        expect(compileCondition(condition, listOf)(facts)).toBe(naively(condition, facts));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is unchanged after a round trip through JSON', () => {
    fc.assert(
      fc.property(aCondition, (condition) => {
        const checked = checkCondition(JSON.parse(JSON.stringify(condition)) as JsonValue, 'condition');
        expect([checked.findings, checked.condition]).toEqual([[], condition]);
      }),
      { numRuns: 300 },
    );
  });

  it('that is reported as always or never met is so for every message', () => {
    let judged = 0;
    fc.assert(
      fc.property(aCondition, someFacts, (condition, facts) => {
        const warning = judgeCondition(condition);
        if (warning === undefined) return;
        judged += 1;
        // The contents of lists are ignored, because the verdict must hold for any contents.
        expect(naively(condition, facts)).toBe(warning === 'condition-always-met');
      }),
      { numRuns: 2_000 },
    );
    expect(judged).toBeGreaterThan(0);
  });
});

describe('a finding about a condition', () => {
  it.each<[string, unknown, string[][]]>([
    ['nothing', undefined, [['condition', 'field_missing', FORMS('a condition: ')]]],
    ['a string', 'amount > 5', [['condition', 'wrong_format', FORMS('a condition: ')]]],
    ['no form', {}, [['condition', 'wrong_format', FORMS('one of: ')]]],
    ['two forms', { all: [], any: [] }, [['condition', 'wrong_format', FORMS('one of: ')]]],
    ['no parts', { all: [] }, [['condition.all', 'field_missing', 'must contain at least 1 condition']]],
    ['invalid parts', { any: 7 }, [['condition.any', 'wrong_format', 'must be an array of conditions']]],
    [
      'an extra member',
      { not: test('isForeign', 'eq', true), nota: 1 },
      [['condition.nota', 'value_not_allowed', 'is not allowed next to not']],
    ],
    [
      'several faults, each at its place',
      { all: [test('amount', 'gt', '-5'), { not: test('channel', 'eq', 'WEB') }, test('localHour', 'in', [3, 24])] },
      [
        ['condition.all[0].value', 'wrong_format', 'must be a decimal amount such as "1500.00"'],
        [
          'condition.all[1].not.value',
          'value_not_allowed',
          'must be one of ECOM, MOTO, RECURRING, KEYED, UNKNOWN, CHIP, SWIPE, CONTACTLESS, FALLBACK',
        ],
        ['condition.all[2].value[1]', 'wrong_format', 'must be a whole number from 0 to 23'],
      ],
    ],
    [
      'an operator that the field does not support',
      test('isForeign', 'gt', true),
      [['condition.op', 'value_not_allowed', 'must be one of eq, ne']],
    ],
    ['no value', { field: 'mcc', op: 'eq' }, [['condition.value', 'field_missing', 'is mandatory']]],
    ['a value of another type', test('mcc', 'eq', 5411), [['condition.value', 'wrong_format', 'must be 4 digits']]],
    [
      'a figure without a limit',
      test('limitCount', 'gte', 3),
      [['condition.limit', 'field_missing', 'is mandatory: the name of a limit']],
    ],
    [
      'a figure of a limit with an invalid name',
      { ...test('limitSum', 'gt', '5'), limit: 'day' },
      [['condition.limit', 'wrong_format', 'must be the name of a limit: A-Z, digits and _, and begin with a letter']],
    ],
    [
      'a limit with a field that has no limit',
      { ...test('amount', 'gt', '5'), limit: 'DAY' },
      [['condition.limit', 'value_not_allowed', 'is not allowed next to field']],
    ],
    [
      'an invalid list name',
      test('mcc', 'inList', 'No List'),
      [['condition.value', 'wrong_format', 'must be the name of a list']],
    ],
  ])('%s', (_what, condition, faults) => {
    expect(faultsOf(condition)).toEqual(faults);
  });

  it('reports an unknown field together with the known fields', () => {
    const [[path, error, message]] = faultsOf(test('amuont', 'gt', '5')) as [string[]];
    expect([path, error, message]).toEqual([
      'condition.field',
      'value_not_allowed',
      `must be one of ${CONDITION_FIELD_NAMES.join(', ')}`,
    ]);
  });

  it('reports more than 100 objects, however they are nested, and accepts 100', () => {
    const ofTests = (count: number) => ({ all: Array.from({ length: count }, () => test('mcc', 'eq', '5411')) });
    expect(faultsOf(ofTests(99))).toEqual([]);
    const tooMany = ['condition', 'wrong_length', 'must have at most 100 conditions, all together'];
    expect(faultsOf(ofTests(100))).toEqual([tooMany]);
    let deep: unknown = test('mcc', 'eq', '5411');
    for (let at = 0; at < 5_000; at++) deep = { not: deep };
    expect(faultsOf(deep)).toEqual([tooMany]);
  });
});

function FORMS(begin: string): string {
  return `must be ${begin}{"all": [...]}, {"any": [...]}, {"not": ...} or {"field", "op", "value"}`;
}

describe('a comparison', () => {
  it('of amounts is exact in any currency', () => {
    expect(meets(test('amount', 'eq', '250'))).toBe(true);
    expect(meets(test('amount', 'eq', 250))).toBe(true);
    expect(meets(test('amount', 'lt', '250.0001'))).toBe(true);
    expect(meets(test('amount', 'gt', '999999999999999.9999'), { amount: 9_999_999_999_999_999_999n })).toBe(false);
  });

  it('with an unknown country is true only for negated operators', () => {
    const unknown = { country: undefined };
    expect(meets(test('country', 'eq', 'AE'), unknown)).toBe(false);
    expect(meets(test('country', 'in', ['AE']), unknown)).toBe(false);
    expect(meets(test('country', 'ne', 'AE'), unknown)).toBe(true);
    expect(meets(test('country', 'notIn', ['AE']), unknown)).toBe(true);
  });
});

describe('a warning', () => {
  const never = (...all: ConditionTest[]) => judgeCondition({ all });
  it.each<[string, Condition]>([
    ['two categories at once', { all: [test('mcc', 'eq', '5411'), test('mcc', 'eq', '5812')] }],
    ['an empty range of hours', { all: [test('localHour', 'gt', 22), test('localHour', 'lt', 23)] }],
    ['an amount below zero', test('amount', 'lt', '0')],
    ['an empty range of amounts', { all: [test('amount', 'gt', '5'), test('amount', 'lt', '5.0001')] }],
    [
      'both in a list and not in it',
      { all: [test('mcc', 'inList', 'kinds'), { not: test('mcc', 'inList', 'kinds') }] },
    ],
    ['every value excluded', { all: ['P', 'S'].map((role) => test('cardRole', 'ne', role)) }],
    ['alternatives that all fail', { all: [test('isForeign', 'eq', true), { any: [test('isForeign', 'eq', false)] }] }],
    [
      'contradictory comparisons of one limit',
      {
        all: [
          { ...test('limitCount', 'gt', 3), limit: 'DAY' },
          { ...test('limitCount', 'lt', 3), limit: 'DAY' },
        ],
      },
    ],
    ['contradictory prefixes', { all: [test('merchantId', 'prefix', 'A'), test('merchantId', 'eq', 'B')] }],
  ])('reports that no message meets %s', (_what, condition) => {
    expect(judgeCondition(condition)).toBe('condition-never-met');
    expect(judgeCondition({ not: condition })).toBe('condition-always-met');
  });

  it('is absent if some messages meet the condition and others do not', () => {
    expect(never(test('mcc', 'gt', '5411'), test('mcc', 'lt', '5413'))).toBeUndefined();
    expect(never(test('merchantId', 'prefix', 'A'), test('merchantId', 'ne', 'A'))).toBeUndefined();
    expect(never(test('country', 'notIn', ['AE', 'DE']))).toBeUndefined();
    expect(never(test('amount', 'gt', '0'))).toBeUndefined();
    expect(
      never({ ...test('limitCount', 'gt', 3), limit: 'DAY' }, { ...test('limitCount', 'lt', 3), limit: 'ONLINE' }),
    ).toBeUndefined();
    expect(never(test('localHour', 'gte', 0), test('mcc', 'inList', 'kinds'))).toBeUndefined();
  });
});

it('the schema for editors has every field with its operators, and is recursive', () => {
  interface Shape {
    readonly properties: Record<string, Record<string, unknown>>;
    readonly oneOf?: readonly Shape[];
  }
  const { oneOf } = conditionSchema() as unknown as { oneOf: Shape[] };
  const operators = new Map<string, string[]>();
  for (const shape of oneOf) {
    if (shape.properties.field === undefined) continue;
    const ops = (shape.oneOf ?? [shape]).flatMap(({ properties }) => properties.op!.enum as string[]);
    operators.set(shape.properties.field.const as string, ops);
  }
  const sorted = (ops: readonly string[]) => [...ops].sort();
  expect([...operators].map(([field, ops]) => [field, sorted(ops)])).toEqual(
    [...new Set([...CONDITION_FIELD_NAMES, ...PROVISIONING_FIELD_NAMES])].map((field) => [field, sorted(opsOf(field))]),
  );
  expect(oneOf[2]!.properties.not).toEqual({ $ref: '#' });
  expect(CONDITION_FIELD_NAMES.every((field) => conditionField(field).meaning.length > 10)).toBe(true);
});

it('the example in the documents is a valid condition, and an online payment at night meets it', () => {
  const page = readFileSync(new URL('../../../../docs/interface/conditions.md', import.meta.url), 'utf8');
  const example = JSON.parse(/```json tested-by[^\n]*\n([\s\S]*?)```/.exec(page)?.[1] ?? '') as JsonValue;
  const { condition, lists } = checkCondition(example, 'condition') as { condition: Condition; lists: unknown };
  expect(lists).toEqual([{ path: 'condition.all[3].not.value', name: 'known-shops', kind: 'merchantId' }]);
  const night = { amount: 5_000_001n, localHour: 23 };
  expect([meets(condition, night), meets(condition, { ...night, localHour: 12 })]).toEqual([true, false]);
  expect(meets(condition, { ...night, amount: 5_000_000n })).toBe(false);
  expect(meets(condition, night, () => ({ has: () => true }))).toBe(false);
});

it('the limit example in the documents is a valid condition, and is met from a count of 3', () => {
  const page = readFileSync(new URL('../../../../docs/interface/conditions.md', import.meta.url), 'utf8');
  const [, example = ''] = [...page.matchAll(/```json tested-by[^\n]*\n([\s\S]*?)```/g)].map(([, text]) => text);
  const { condition } = checkCondition(JSON.parse(example) as JsonValue, 'condition') as { condition: Condition };
  const counted = (count: number) => ({ limitCount: (limit: string) => (limit === 'PROBES' ? count : 0) });
  expect([2, 3, 4].map((count) => meets(condition, counted(count)))).toEqual([false, true, true]);
});
