import { Chart } from '../../parts/chart/chart.tsx';
import type { ChartFacts } from '../../parts/chart/series.ts';
import { usePeriodFormat, useStableFacts } from '../../parts/chart/use-chart-facts.ts';
import { useWords } from '../../words/language.ts';
import { type Figures, responseIn } from './figures.ts';
import type { Span } from './spans.ts';

/** Charts how long networks waited for responses. Shows nothing if no times are known. */
export function ResponseChart({ span: { by, times }, figures }: { span: Span; figures: Figures }) {
  const { t, locale } = useWords();
  const formatTime = usePeriodFormat(by);
  const half = figures.map(responseIn('p50'));
  const facts: ChartFacts = {
    question: t('overview.responseQuestion'),
    unit: 'ms',
    kind: 'lines',
    times,
    hasZero: true,
    format: (ms) => `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(ms)} ms`,
    formatTime,
    series: [
      { key: 'p99_ms', label: t('overview.nearlyAllWithin'), colour: 'orange', values: figures.map(responseIn('p99')) },
      { key: 'p50_ms', label: t('overview.halfWithin'), colour: 'blue', values: half },
    ],
  };
  const stable = useStableFacts(facts);
  return half.every((ms) => ms === null) ? null : <Chart facts={stable} fileName="response-time" />;
}
