import type { LinkProps } from '@tanstack/react-router';
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
  /** The unit of counts. The default is decisions. */
  readonly unit?: string;
  /** The text of the link to the page of a day. */
  readonly link?: string;
  readonly leadsTo?: (at: number) => LinkProps;
}

/** A bar chart with one value of each series for each day of the bank. */
export function DailyChart({ question, currency, times, series, fileName, unit, ...link }: DailyChartParts) {
  const { t, locale } = useWords();
  const formatTime = usePeriodFormat('day');
  const digits = currency === undefined ? 0 : digitsIn(currency);
  const figure = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const facts = useStableFacts({
    question,
    unit: currency ?? unit ?? t('overview.decisions'),
    kind: 'bars',
    times,
    hasZero: true,
    format: (value) => (currency === undefined ? figure.format(value) : `${currency} ${figure.format(value)}`),
    formatTime,
    series,
  });
  return <Chart facts={facts} fileName={fileName} {...link} />;
}
