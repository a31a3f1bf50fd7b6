import type { LimitLevel, LimitMeasure } from '../../limits/limit.ts';
import type { Figures } from '../figures.ts';
import type { Language } from '../language.ts';
import { customLimitValue } from '../own-limits.ts';

const PAYMENTS = {
  zero: 'لا عملية',
  one: 'عملية واحدة',
  two: 'عمليتان',
  few: '# عمليات',
  many: '# عملية',
  other: '# عملية',
};
const DECLINED = {
  zero: 'لا عملية مرفوضة',
  one: 'عملية مرفوضة واحدة',
  two: 'عمليتان مرفوضتان',
  few: '# عمليات مرفوضة',
  many: '# عملية مرفوضة',
  other: '# عملية مرفوضة',
};
const MERCHANTS = {
  zero: 'لا تاجر',
  one: 'تاجر واحد',
  two: 'تاجران',
  few: '# تجار',
  many: '# تاجراً',
  other: '# تاجر',
};

export function limitValueInArabic(measure: LimitMeasure, value: bigint, figures: Figures): string {
  return customLimitValue(measure, value, { figures, payments: PAYMENTS, merchants: MERCHANTS });
}

const SHARED: Record<LimitLevel, string> = {
  bank: ' تشترك فيه حسابات البنك كلها.',
  program: ' تشترك فيه حسابات المنتج كلها.',
  account: '',
  card: '',
  token: ' وهو حد للرمز.',
};

export const OWN_LIMIT_IN_ARABIC: Language['ownLimit'] = {
  reason: ({ name }, figures) => `لا يسمح بها حد وضعه البنك، وهو ${figures.name(name)}.`,
  saw({ level, measure, of, max, before, after }, figures) {
    const shared = SHARED[level];
    const written = (value: bigint) =>
      of === 'declines'
        ? customLimitValue(measure, value, { figures, payments: DECLINED, merchants: MERCHANTS })
        : limitValueInArabic(measure, value, figures);
    if (of === 'declines') return `الحد: ${written(max)}؛ والمحسوب قبلها: ${written(before)}.${shared}`;
    return `الحد: ${written(max)}؛ والمحسوب قبلها: ${written(before)}، ومعها: ${written(after)}.${shared}`;
  },
  left: ({ name, measure, max, after }, figures) =>
    `المتبقي من الحد ${figures.name(name)} البالغ ${limitValueInArabic(measure, max, figures)}: ${limitValueInArabic(measure, max > after ? max - after : 0n, figures)}.`,
};
