import { useWords } from '../../words/language.ts';
import { DailyChart } from '../chart/daily-chart.tsx';
import type { ChangesByDay } from './changes-by-day.ts';

/** Charts the decisions of each day that would be different, by kind of difference. */
export function ChangeChart({ counts }: { counts: ChangesByDay }) {
  const { t } = useWords();
  const { times, declined, approved, otherwise } = counts;
  return (
    <DailyChart
      question={t('backtest.question')}
      times={times}
      series={[
        { key: 'would_be_declined', label: t('backtest.wouldDecline'), colour: 'orange', values: declined },
        { key: 'would_be_approved', label: t('backtest.wouldApprove'), colour: 'blue', values: approved },
        { key: 'other_reason', label: t('backtest.otherReason'), colour: 'grey', values: otherwise },
      ]}
      fileName="backtest"
    />
  );
}
