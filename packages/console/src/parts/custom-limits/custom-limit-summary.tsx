import { type Condition, checkCondition, type JsonValue } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import { describeCondition } from '../condition/condition-words.ts';
import { formatAmount } from '../value/money.tsx';
import { useLimitDescription } from './custom-limit-words.ts';
import type { LimitTerms } from './limit-draft.ts';

interface SaidParts {
  readonly limit: LimitTerms;
  /** Of its amount; null where each account has its own. */
  readonly currency?: string | null;
}

/** The whole of a limit in one line: what it counts, up to what, and of which payments. */
export function CustomLimitSummary({ limit, currency = null }: SaidParts) {
  const { t } = useWords();
  const inWords = useLimitDescription();
  const maxInWords = useFormattedMax();
  const what = inWords(limit);
  return (
    <bdi>
      {limit.lockMerchant === undefined ? t('customLimit.upTo', { what, max: maxInWords(limit, currency) }) : what}
      <SaidCondition of={limit.where} />
    </bdi>
  );
}

/** What fits, with its currency where it is an amount of one. */
export function useFormattedMax() {
  const { locale } = useWords();
  return ({ measure, max = '' }: LimitTerms, currency: string | null): string => {
    // what is typed can still be no figure
    const figure = /^\d+(\.\d+)?$/.test(max) ? formatAmount(max, locale) : max;
    return measure === 'amount' && currency !== null ? `${currency} ${figure}` : figure;
  };
}

function SaidCondition({ of }: { of: unknown }) {
  const { t, language } = useWords();
  if (of === undefined) return null;
  // what is typed can still be no condition
  const { condition } = checkCondition(of as JsonValue, 'where');
  if (condition === undefined) return null;
  return (
    <>
      {' · '}
      {t('customLimit.onlyWhere')} {describeCondition(condition as Condition, language)}
    </>
  );
}
