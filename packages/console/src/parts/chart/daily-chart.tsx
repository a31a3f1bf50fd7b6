import { useWords } from '../../words/language.ts';
import { digitsIn } from '../value/currency-digits.ts';
import { Chart } from './chart.tsx';
import type { Series } from './series.ts';
import { usePeriodFormat, useStableFacts } from './use-chart-facts.ts';

interface DailyChartParts {
  readonly question: string;
  /** The currency of the amounts. Without a currency, the values are counts of decisions. */
  readonly currency?: string;
  /** Start of each day of the bank, in milliseconds. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** The file name without its extension. */
  readonly fileName: string;
}

/** A bar chart with one value of each series for each day of the bank. */
export function DailyChart({ question, currency, times, series, fileName }: DailyChartParts) {
  const { t, locale } = useWords();
  const showTime = usePeriodFormat('day');
  const digits = currency === undefined ? 0 : digitsIn(currency);
  const figure = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const facts = useStableFacts({
    question,
    unit: currency ?? t('overview.decisions'),
    kind: 'bars',
    times,
    hasZero: true,
    show: (value) => (currency === undefined ? figure.format(value) : `${currency} ${figure.format(value)}`),
    showTime,
    series,
  });
  return <Chart facts={facts} fileName={fileName} />;
}
