import { type Condition, type ConditionSubject, checkCondition, type JsonValue } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import { describeCondition } from '../condition/condition-words.ts';
import { formatAmount } from '../value/money.tsx';
import { subjectOf, useLimitDescription } from './custom-limit-words.ts';
import type { LimitTerms } from './limit-draft.ts';

interface SummaryParts {
  readonly limit: LimitTerms;
  /** The currency of its amount. Null if each account has its own currency. */
  readonly currency?: string | null;
}

/** Describes a limit in one line: what it counts, its maximum, and the payments that it covers. */
export function CustomLimitSummary({ limit, currency = null }: SummaryParts) {
  const { t } = useWords();
  const inWords = useLimitDescription();
  const maxInWords = useFormattedMax();
  const what = inWords(limit);
  return (
    <bdi>
      {limit.lockMerchant === undefined ? t('customLimit.upTo', { what, max: maxInWords(limit, currency) }) : what}
      <ConditionText of={limit.where} subject={subjectOf(limit.measure)} />
    </bdi>
  );
}

/** Formats the maximum, with its currency if it is an amount. */
export function useFormattedMax() {
  const { locale } = useWords();
  return ({ measure, max = '' }: LimitTerms, currency: string | null): string => {
    // Typed text might not be a number yet.
    const figure = /^\d+(\.\d+)?$/.test(max) ? formatAmount(max, locale) : max;
    return measure === 'amount' && currency !== null ? `${currency} ${figure}` : figure;
  };
}

function ConditionText({ of, subject }: { of: unknown; subject: ConditionSubject }) {
  const { t, language } = useWords();
  if (of === undefined) return null;
  // Typed text might not be a condition yet.
  const { condition } = checkCondition(of as JsonValue, 'where', subject);
  if (condition === undefined) return null;
  return (
    <>
      {' · '}
      {t('customLimit.onlyWhere')} {describeCondition(condition as Condition, language)}
    </>
  );
}
