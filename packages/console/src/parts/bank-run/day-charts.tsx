import { useMemo } from 'react';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { DailyChart } from '../chart/daily-chart.tsx';
import { ChangeChart } from './change-chart.tsx';
import { amountsByDay, type BacktestDay, changedCurrencies, resultByDay } from './result-by-day.ts';

/** Charts the decisions of each day of the bank that would be different, and their amounts by currency. */
export function DayCharts({ days }: { days: readonly BacktestDay[] }) {
  const zone = useTimeZone();
  const counts = useMemo(() => resultByDay(days, zone), [days, zone]);
  return (
    <>
      <ChangeChart counts={counts} />
      {changedCurrencies(days).map((currency) => (
        <MoneyChart key={currency} days={days} currency={currency} />
      ))}
    </>
  );
}

function MoneyChart({ days, currency }: { days: readonly BacktestDay[]; currency: string }) {
  const { t } = useWords();
  const zone = useTimeZone();
  const { times, declined, approved } = useMemo(() => amountsByDay(days, currency, zone), [days, currency, zone]);
  return (
    <DailyChart
      question={t('backtest.moneyQuestion', { currency })}
      currency={currency}
      times={times}
      series={[
        { key: 'would_be_declined', label: t('backtest.wouldDecline'), colour: 'orange', values: declined },
        { key: 'would_be_approved', label: t('backtest.wouldApprove'), colour: 'blue', values: approved },
      ]}
      fileName={`backtest-${currency}`}
    />
  );
}
