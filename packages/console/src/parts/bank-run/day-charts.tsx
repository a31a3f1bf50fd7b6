import { useMemo } from 'react';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { Chart } from '../chart/chart.tsx';
import type { ChartFacts } from '../chart/series.ts';
import { digitsIn } from '../value/currency-digits.ts';
import { ChangeChart } from './change-chart.tsx';
import { currenciesOfShifts, moneyByDay, type ShiftedDay, shiftsByDay } from './shifts-by-day.ts';

/** On which days of the bank how many decisions would have been different, and how much money, by currency. */
export function DayCharts({ days }: { days: readonly ShiftedDay[] }) {
  const zone = useTimeZone();
  const counted = useMemo(() => shiftsByDay(days, zone), [days, zone]);
  return (
    <>
      <ChangeChart counted={counted} />
      {currenciesOfShifts(days).map((currency) => (
        <MoneyChart key={currency} days={days} currency={currency} />
      ))}
    </>
  );
}

function MoneyChart({ days, currency }: { days: readonly ShiftedDay[]; currency: string }) {
  const { t, locale } = useWords();
  const zone = useTimeZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what t says follows from the locale
  const facts = useMemo((): ChartFacts => {
    const { times, declined, approved } = moneyByDay(days, currency, zone);
    const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: zone });
    const digits = digitsIn(currency);
    const amount = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return {
      question: t('backtest.moneyQuestion', { currency }),
      unit: currency,
      kind: 'bars',
      times,
      hasZero: true,
      show: (value) => `${currency} ${amount.format(value)}`,
      showTime: (time) => day.format(time),
      series: [
        { key: 'would_be_declined', label: t('backtest.wouldDecline'), colour: 'orange', values: declined },
        { key: 'would_be_approved', label: t('backtest.wouldApprove'), colour: 'blue', values: approved },
      ],
    };
  }, [days, currency, zone, locale]);
  return <Chart facts={facts} fileName={`backtest-${currency}`} />;
}
