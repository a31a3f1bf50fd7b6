import type { LimitLevel, LimitMeasure } from '../../limits/limit.ts';
import type { Figures } from '../figures.ts';
import type { Language } from '../language.ts';
import { customLimitValue } from '../own-limits.ts';

const PAYMENTS = { one: 'one payment', other: '# payments' };
const DECLINED = { one: 'one declined payment', other: '# declined payments' };
const MERCHANTS = { one: 'one merchant', other: '# merchants' };

export function limitValueInEnglish(measure: LimitMeasure, value: bigint, figures: Figures): string {
  return customLimitValue(measure, value, { figures, payments: PAYMENTS, merchants: MERCHANTS });
}

const SHARED: Record<LimitLevel, string> = {
  bank: ' All accounts of the bank share it.',
  program: ' All accounts of its product share it.',
  account: '',
  card: '',
  token: ' It is a limit of the token.',
};

export const OWN_LIMIT_IN_ENGLISH: Language['ownLimit'] = {
  reason: ({ name }, figures) => `A limit of the bank, ${figures.name(name)}, does not allow it.`,
  saw({ level, measure, of, max, before, after }, figures) {
    const shared = SHARED[level];
    const written = (value: bigint) =>
      of === 'declines'
        ? customLimitValue(measure, value, { figures, payments: DECLINED, merchants: MERCHANTS })
        : limitValueInEnglish(measure, value, figures);
    if (of === 'declines') return `It stops at ${written(max)}; ${written(before)} had been counted.${shared}`;
    return `The limit is ${written(max)}; ${written(before)} had been counted, and with this it would have been ${written(after)}.${shared}`;
  },
  left: ({ name, measure, max, after }, figures) =>
    `Of the ${limitValueInEnglish(measure, max, figures)} of the limit ${figures.name(name)}, ${limitValueInEnglish(measure, max > after ? max - after : 0n, figures)} was left.`,
};
