import type { LimitLevel, LimitMeasure, LimitOf, LimitSpan } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { inUnits, type LimitTerms, type LimitUnit } from './own-limit-draft.ts';

/** What a limit counts, by what it measures and of which messages. */
const COUNTED_WORDS: Readonly<Record<LimitMeasure, Readonly<Record<LimitOf, WordKey>>>> = {
  amount: {
    approvals: 'ownLimit.amountApproved',
    declines: 'ownLimit.amountDeclined',
    both: 'ownLimit.amountBoth',
  },
  count: {
    approvals: 'ownLimit.countApproved',
    declines: 'ownLimit.countDeclined',
    both: 'ownLimit.countBoth',
  },
  merchants: {
    approvals: 'ownLimit.merchantsApproved',
    declines: 'ownLimit.merchantsDeclined',
    both: 'ownLimit.merchantsBoth',
  },
};

export const SPAN_WORDS: Readonly<Record<LimitSpan | 'sliding', WordKey>> = {
  day: 'ownLimit.inDay',
  week: 'ownLimit.inWeek',
  month: 'ownLimit.inMonth',
  year: 'ownLimit.inYear',
  lifetime: 'ownLimit.inLifetime',
  sliding: 'ownLimit.inLast',
};

export const MEASURE_WORDS: Readonly<Record<LimitMeasure | 'lock', WordKey>> = {
  amount: 'ownLimit.measureAmount',
  count: 'ownLimit.measureCount',
  merchants: 'ownLimit.measureMerchants',
  lock: 'ownLimit.measureLock',
};

export const OF_WORDS: Readonly<Record<LimitOf, WordKey>> = {
  approvals: 'ownLimit.ofApprovals',
  declines: 'ownLimit.ofDeclines',
  both: 'ownLimit.ofBoth',
};

/** Whose payments a limit of a program counts together. */
export const LEVEL_WORDS: Readonly<Record<LimitLevel, WordKey>> = {
  bank: 'ownLimit.levelBank',
  program: 'ownLimit.levelProgram',
  account: 'ownLimit.levelAccount',
  card: 'ownLimit.levelCard',
};

/** So many of a unit, as the language says it. */
function timeInWords(count: number, unit: LimitUnit, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

export type SaidLimit = Pick<LimitTerms, 'measure' | 'of' | 'window' | 'lockMerchant'>;

/** What a limit counts, and over which time; or to which merchant it holds a card. */
export function useLimitInWords() {
  const { t, locale } = useWords();
  return ({ measure = 'amount', of = 'approvals', window = {}, lockMerchant }: SaidLimit): string => {
    if (lockMerchant === 'first') return t('ownLimit.onlyFirst');
    if (lockMerchant !== undefined) return t('ownLimit.onlyAt', { merchant: lockMerchant });
    const { calendar, sliding } = window;
    const { last, unit } = inUnits(sliding ?? 0);
    const time = timeInWords(Number(last), unit, locale);
    const over = sliding === undefined ? t(SPAN_WORDS[calendar ?? 'day']) : t('ownLimit.inLastTime', { time });
    return t('ownLimit.says', { what: t(COUNTED_WORDS[measure][of]), window: over });
  };
}
