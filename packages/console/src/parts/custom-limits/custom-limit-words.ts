import type { LimitLevel, LimitMeasure, LimitOf, LimitSpan } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { inUnits, type LimitTerms, type LimitUnit } from './limit-draft.ts';

/** What a limit counts, by what it measures and of which messages. */
const COUNTED_WORDS: Readonly<Record<LimitMeasure, Readonly<Record<LimitOf, WordKey>>>> = {
  amount: {
    approvals: 'customLimit.amountApproved',
    declines: 'customLimit.amountDeclined',
    both: 'customLimit.amountBoth',
  },
  count: {
    approvals: 'customLimit.countApproved',
    declines: 'customLimit.countDeclined',
    both: 'customLimit.countBoth',
  },
  merchants: {
    approvals: 'customLimit.merchantsApproved',
    declines: 'customLimit.merchantsDeclined',
    both: 'customLimit.merchantsBoth',
  },
};

export const SPAN_WORDS: Readonly<Record<LimitSpan | 'sliding', WordKey>> = {
  day: 'customLimit.inDay',
  week: 'customLimit.inWeek',
  month: 'customLimit.inMonth',
  year: 'customLimit.inYear',
  lifetime: 'customLimit.inLifetime',
  sliding: 'customLimit.inLast',
};

export const MEASURE_WORDS: Readonly<Record<LimitMeasure | 'lock', WordKey>> = {
  amount: 'customLimit.measureAmount',
  count: 'customLimit.measureCount',
  merchants: 'customLimit.measureMerchants',
  lock: 'customLimit.measureLock',
};

export const OUTCOME_WORDS: Readonly<Record<LimitOf, WordKey>> = {
  approvals: 'customLimit.ofApprovals',
  declines: 'customLimit.ofDeclines',
  both: 'customLimit.ofBoth',
};

/** Whose payments a limit of a program counts together. */
export const LEVEL_WORDS: Readonly<Record<LimitLevel, WordKey>> = {
  bank: 'customLimit.levelBank',
  program: 'customLimit.levelProgram',
  account: 'customLimit.levelAccount',
  card: 'customLimit.levelCard',
};

/** So many of a unit, as the language says it. */
function describePeriod(count: number, unit: LimitUnit, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

export type DescribedLimit = Pick<LimitTerms, 'measure' | 'of' | 'window' | 'lockMerchant'>;

/** What a limit counts, and over which time; or to which merchant it holds a card. */
export function useLimitDescription() {
  const { t, locale } = useWords();
  return ({ measure = 'amount', of = 'approvals', window = {}, lockMerchant }: DescribedLimit): string => {
    if (lockMerchant === 'first') return t('customLimit.onlyFirst');
    if (lockMerchant !== undefined) return t('customLimit.onlyAt', { merchant: lockMerchant });
    const { calendar, sliding } = window;
    const { last, unit } = inUnits(sliding ?? 0);
    const time = describePeriod(Number(last), unit, locale);
    const over = sliding === undefined ? t(SPAN_WORDS[calendar ?? 'day']) : t('customLimit.inLastTime', { time });
    return t('customLimit.says', { what: t(COUNTED_WORDS[measure][of]), window: over });
  };
}
