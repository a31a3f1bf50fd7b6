import type {
  ConditionSubject,
  LimitLevel,
  LimitMeasure,
  LimitOf,
  LimitSpan,
  ProgramLimitLevel,
} from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { inUnits, type LimitTerms, type LimitUnit } from './limit-draft.ts';

/** Describes what a limit counts, by its measure and by the messages that it covers. */
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
  provisionings: {
    approvals: 'customLimit.requestsApproved',
    declines: 'customLimit.requestsDeclined',
    both: 'customLimit.requestsBoth',
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
  provisionings: 'customLimit.measureRequests',
  lock: 'customLimit.measureLock',
};

/** What the condition of a limit is about. */
export function subjectOf(measure: LimitMeasure | 'lock' | undefined): ConditionSubject {
  return measure === 'provisionings' ? 'provisioning' : 'authorization';
}

export const OUTCOME_WORDS: Readonly<Record<LimitOf, WordKey>> = {
  approvals: 'customLimit.ofApprovals',
  declines: 'customLimit.ofDeclines',
  both: 'customLimit.ofBoth',
};

/** Describes whose payments a limit of a program counts together. */
export const LEVEL_WORDS: Readonly<Record<LimitLevel, WordKey>> = {
  bank: 'customLimit.levelBank',
  program: 'customLimit.levelProgram',
  account: 'customLimit.levelAccount',
  card: 'customLimit.levelCard',
  token: 'customLimit.levelToken',
};

const { token: _, ...ofPrograms } = LEVEL_WORDS;
/** The words of the levels that a program can have. */
export const PROGRAM_LEVEL_WORDS: Readonly<Record<ProgramLimitLevel, WordKey>> = ofPrograms;

/** Formats a number of units in the language. */
function describePeriod(count: number, unit: LimitUnit, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

export type DescribedLimit = Pick<LimitTerms, 'measure' | 'of' | 'window' | 'lockMerchant'>;

/** Describes what a limit counts and its window, or the merchant that it locks a card to. */
export function useLimitDescription() {
  const { t, locale } = useWords();
  return ({ measure = 'amount', of = 'approvals', window = {}, lockMerchant }: DescribedLimit): string => {
    if (lockMerchant === 'first') return t('customLimit.onlyFirst');
    if (lockMerchant !== undefined) return t('customLimit.onlyAt', { merchant: lockMerchant });
    const { calendar, sliding } = window;
    const { last, unit } = inUnits(sliding ?? 0);
    const time = describePeriod(Number(last), unit, locale);
    const over = sliding === undefined ? t(SPAN_WORDS[calendar ?? 'day']) : t('customLimit.inLastTime', { time });
    return t('customLimit.sentence', { what: t(COUNTED_WORDS[measure][of]), window: over });
  };
}
