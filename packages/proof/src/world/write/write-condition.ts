import type { Condition, ConditionTest } from '@cardwright/contract';
import type { Random } from '@cardwright/server/internal/testing/random';
import type { ModelMessage } from '../model/model-message.ts';

/** Merchants in messages, and their names in conditions and lists. */
export const MODEL_SHOPS = ['SHOP00000000001', 'SHOP00000000002', 'BAR 17', 'KIOSK'];
const TERMINALS = ['TERMINAL', 'TERM0002', 'T3'];
/** The names of limits in lives, and one that no life has. */
const LIMITS = ['FIRST', 'SECOND', 'FOURTH'];
const ACQUIRERS = ['123456', '123499', '77'];
export const LISTS = { shops: MODEL_SHOPS, kinds: ['5411', '5999', '6010', '6011', '5813', '7995'] } as const;

export function writeMerchant(dice: Random): Pick<ModelMessage, 'merchantId' | 'terminalId' | 'acquirer'> {
  return { merchantId: dice.pick(MODEL_SHOPS), terminalId: dice.pick(TERMINALS), acquirer: dice.pick(ACQUIRERS) };
}

/** A condition that some messages meet and others do not. */
export function writeCondition(dice: Random, depth = 2): Condition {
  const rolled = depth === 0 ? 9 : dice.below(10);
  const parts = () => Array.from({ length: dice.from(1, 3) }, () => writeCondition(dice, depth - 1));
  if (rolled < 2) return { all: parts() };
  if (rolled < 4) return { any: parts() };
  if (rolled < 5) return { not: writeCondition(dice, depth - 1) };
  return dice.pick(TESTS)(dice);
}

type Op = ConditionTest['op'];

const oneOf =
  (field: ConditionTest['field'], values: readonly (string | number)[], more: readonly Op[] = []) =>
  (dice: Random): ConditionTest => {
    const op = dice.pick<Op>(['eq', 'ne', 'in', 'notIn', ...more]);
    const isMany = op === 'in' || op === 'notIn';
    return { field, op, value: isMany ? [dice.pick(values), dice.pick(values)] : dice.pick(values) };
  };
const begins =
  (field: ConditionTest['field'], values: readonly string[]) =>
  (dice: Random): ConditionTest => ({ field, op: 'prefix', value: dice.pick(values) });
const isListed =
  (field: ConditionTest['field'], value: keyof typeof LISTS) =>
  (dice: Random): ConditionTest => ({ field, op: dice.pick(['inList', 'notInList']), value });
const ORDERED: readonly Op[] = ['lt', 'lte', 'gt', 'gte'];

const TESTS: readonly ((dice: Random) => ConditionTest)[] = [
  (dice) => ({
    field: 'amount',
    op: dice.pick<Op>(['eq', 'ne', ...ORDERED]),
    value: dice.pick(['10', '25.5', '50.00', '99.99', '0.01', '70.0000']),
  }),
  oneOf('currency', ['AED', 'EUR', 'USD']),
  oneOf('mcc', ['5411', '5999', '6011', '7800'], ORDERED),
  begins('mcc', ['6', '60', '5999', '7']),
  isListed('mcc', 'kinds'),
  oneOf('merchantId', MODEL_SHOPS),
  begins('merchantId', ['SHOP', 'BAR', 'SHOP00000000002']),
  isListed('merchantId', 'shops'),
  isListed('merchantId', 'shops'),
  oneOf('terminalId', TERMINALS),
  begins('terminalId', ['TERM', 'T']),
  oneOf('acquirer', ACQUIRERS),
  begins('acquirer', ['1234']),
  oneOf('country', ['AE', 'DE', 'FR', 'GB', 'US']),
  (dice) => ({ field: 'isForeign', op: dice.pick(['eq', 'ne']), value: dice.oneIn(2) }),
  oneOf('channel', ['ECOM', 'MOTO', 'CHIP', 'CONTACTLESS', 'RECURRING', 'FALLBACK']),
  oneOf('localHour', [0, 1, 12, 22, 23], ORDERED),
  oneOf('localWeekday', [1, 5, 6, 7], ORDERED),
  oneOf('cardAgeDays', [0, 1, 2, 9, 30], ORDERED),
  oneOf('product', ['OWN-DEBIT', 'OTHER']),
  begins('product', ['OWN', 'X']),
  oneOf('cardRole', ['P', 'S']),
  (dice) => ({ field: 'firstAtMerchant', op: dice.pick(['eq', 'ne']), value: dice.oneIn(2) }),
  (dice) => ({
    field: 'limitSum',
    limit: dice.pick(LIMITS),
    op: dice.pick<Op>(['eq', 'ne', ...ORDERED]),
    value: dice.pick(['0', '0.01', '50', '150.00', '400']),
  }),
  (dice) => ({ ...oneOf('limitCount', [0, 1, 2, 4], ORDERED)(dice), limit: dice.pick(LIMITS) }),
];
