import {
  type Condition,
  type ConditionFieldName,
  type ConditionOp,
  type ConditionSubject,
  type ConditionTest,
  conditionField,
  mayBeAbsent,
  opsOf,
} from '@cardwright/contract';
import type { Random } from '../random.ts';

/** Constants of each field. There are few, so that comparisons of two conditions meet. */
const CONSTANTS: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
  amount: ['0', '99.99', '100', '100.0001', '500'],
  currency: ['AED', 'EUR', 'USD'],
  mcc: ['0000', '5411', '5412', '5499', '9999'],
  merchantId: ['SHOP', 'SHOP1', 'SHOP11', 'STORE'],
  terminalId: ['T', 'TERM0001'],
  acquirer: ['123456', '12345'],
  country: ['AE', 'DE', 'GB'],
  localHour: [0, 6, 7, 22, 23],
  localWeekday: [1, 5, 6, 7],
  cardAgeDays: [0, 1, 30, 100_000],
  product: ['DEBIT', 'DEBIT-GOLD', 'PREPAID'],
  limitSum: ['0', '10.5', '10.51'],
  limitCount: [0, 1, 3],
  requestor: ['WALLET1', 'WALLET2'],
  deviceType: ['PHONE', 'WATCH'],
  deviceCountry: ['AE', 'DE'],
  accountScore: [1, 3, 5],
  deviceScore: [1, 2, 5],
  walletAccountAgeDays: [0, 30],
  tokensOfCard: [0, 5],
  tokensOfDevice: [0, 2],
  provisioningDeclines24h: [0, 3],
};
const PREFIXES: Readonly<Record<string, readonly string[]>> = {
  mcc: ['5', '54', '541', '0'],
  merchantId: ['S', 'SHOP', 'SHOP1', 'ST'],
  terminalId: ['T', 'TERM0001'],
  acquirer: ['1', '123456'],
  product: ['DEBIT', 'PRE'],
  requestor: ['WALLET'],
  deviceType: ['P'],
};
const LISTS: Readonly<Record<string, readonly string[]>> = { mcc: ['risky-mcc'], merchantId: ['known', 'blocked'] };
const LIMIT_NAMES = ['SPENT', 'VISITS'];

function constantsOf(field: ConditionFieldName): readonly (string | number | boolean)[] {
  const { kind } = conditionField(field);
  if (kind.type === 'flag') return [true, false];
  return kind.type === 'choice' ? kind.values.slice(0, 4) : (CONSTANTS[field] ?? []);
}

/** Returns a condition over some fields, at most three levels deep. */
export function randomCondition(random: Random, fields: readonly ConditionFieldName[], depth = 3): Condition {
  const form = depth === 0 ? 0 : random.below(6);
  if (form < 2) return randomTest(random, fields);
  if (form === 2) return { not: randomCondition(random, fields, depth - 1) };
  const parts = Array.from({ length: random.from(1, 3) }, () => randomCondition(random, fields, depth - 1));
  return form === 3 ? { any: parts } : { all: parts };
}

function randomTest(random: Random, fields: readonly ConditionFieldName[]): ConditionTest {
  const field = random.pick(fields);
  const op = random.pick(opsOf(field));
  const limit = conditionField(field).ofLimit ? { limit: random.pick(LIMIT_NAMES) } : {};
  return { field, ...limit, op, value: randomValue(random, field, op) as ConditionTest['value'] };
}

function randomValue(random: Random, field: ConditionFieldName, op: ConditionOp): unknown {
  const constants = constantsOf(field);
  if (op === 'inList' || op === 'notInList') return random.pick(LISTS[field] ?? []);
  if (op === 'prefix') return random.pick(PREFIXES[field] ?? []);
  if (op === 'in' || op === 'notIn') return Array.from({ length: random.from(1, 3) }, () => random.pick(constants));
  return random.pick(constants);
}

/** Returns the values of a field at which a comparison with a constant can change, without using the analysis. */
export function valuesToTry(field: ConditionFieldName, isAlwaysPresent: boolean): readonly unknown[] {
  const { kind } = conditionField(field);
  const constants = constantsOf(field);
  const absent = field === 'country' || (mayBeAbsent(field) && !isAlwaysPresent) ? [undefined] : [];
  switch (kind.type) {
    case 'flag':
      return [true, false, ...absent];
    case 'choice':
      return [...kind.values, ...absent];
    case 'amount':
      return constants.flatMap((text) => {
        const [units, decimals = ''] = String(text).split('.');
        const scaled = BigInt(`${units}${decimals.padEnd(4, '0')}`);
        return [scaled - 1n, scaled, scaled + 1n].filter((value) => value >= 0n);
      });
    case 'whole': {
      if (kind.most - kind.least < 30) return [...range(kind.least, kind.most), ...absent];
      const around = constants.flatMap((value) => [Number(value) - 1, Number(value), Number(value) + 1]);
      return [...new Set(around)].filter((value) => value >= kind.least && value <= kind.most).concat(absent as never);
    }
    case 'text':
      if (kind.ordered)
        return [
          '0000',
          '0001',
          '0999',
          '1000',
          '4999',
          '5000',
          '5399',
          '5400',
          '5409',
          '5410',
          '5411',
          '5412',
          '5413',
          '5419',
          '5420',
          '5498',
          '5499',
          '5500',
          '5999',
          '6000',
          '9998',
          '9999',
        ];
      return [
        ...new Set([
          ...constants,
          ...longerTexts(field, kind.pattern),
          'ZZZZZZZZZZ'.slice(0, lengthOf(field)),
          ...absent,
        ]),
      ];
  }
}

function lengthOf(field: string): number {
  return { currency: 3, country: 2, deviceCountry: 2, acquirer: 6 }[field] ?? 8;
}

function longerTexts(field: string, pattern: string): string[] {
  const begins = [...(PREFIXES[field] ?? []), ...(PREFIXES[field] === undefined ? [] : (CONSTANTS[field] ?? []))];
  return begins.flatMap((begin) => [`${begin}`, `${begin}Q`]).filter((text) => new RegExp(pattern).test(text));
}

function range(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, at) => least + at);
}

/** Groups of fields whose values can all be combined. */
export const FIELD_GROUPS: Readonly<Record<ConditionSubject, readonly (readonly string[])[]>> = {
  authorization: [
    ['amount', 'mcc', 'channel'],
    ['country', 'isForeign', 'currency'],
    ['merchantId', 'firstAtMerchant', 'cardRole'],
    ['localHour', 'localWeekday', 'cardRole'],
    ['terminalId', 'acquirer', 'product'],
    ['limitSum', 'limitCount', 'mcc'],
    ['cardAgeDays', 'product', 'amount'],
    ['mcc', 'merchantId'],
  ],
  provisioning: [
    ['requestor', 'tokenType', 'deviceType'],
    ['deviceCountry', 'isForeignDevice', 'phoneMatches'],
    ['accountScore', 'deviceScore', 'panSource'],
    ['walletAccountAgeDays', 'tokensOfCard', 'tokensOfDevice'],
    ['provisioningDeclines24h', 'localHour', 'cardRole'],
  ],
};
