import { useMemo } from 'react';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { Chart } from '../chart/chart.tsx';
import type { ChartFacts } from '../chart/series.ts';
import type { ChangesByDay } from './changes-by-day.ts';

/** On which days decisions would have been different, and which way. */
export function ChangeChart({ counted }: { counted: ChangesByDay }) {
  const { t, locale } = useWords();
  const zone = useTimeZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what t says follows from the locale
  const facts = useMemo((): ChartFacts => {
    const { times, declined, approved, otherwise } = counted;
    const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: zone });
    const count = new Intl.NumberFormat(locale);
    return {
      question: t('backtest.question'),
      unit: t('overview.decisions'),
      kind: 'bars',
      times,
      hasZero: true,
      show: (value) => count.format(value),
      showTime: (time) => day.format(time),
      series: [
        { key: 'would_be_declined', label: t('backtest.wouldDecline'), colour: 'orange', values: declined },
        { key: 'would_be_approved', label: t('backtest.wouldApprove'), colour: 'blue', values: approved },
        { key: 'other_reason', label: t('backtest.otherReason'), colour: 'grey', values: otherwise },
      ],
    };
  }, [counted, zone, locale]);
  return <Chart facts={facts} fileName="backtest" />;
}
