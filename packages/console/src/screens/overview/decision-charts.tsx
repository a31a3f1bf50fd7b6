import { NativeSelect } from '@mantine/core';
import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { Chart } from '../../parts/chart/chart.tsx';
import { assignColours, type ChartFacts, MAX_SERIES } from '../../parts/chart/series.ts';
import { usePeriodFormat, useStableFacts } from '../../parts/chart/use-chart-facts.ts';
import { describeRule } from '../../parts/rule/describe-rule.ts';
import { digitsIn } from '../../parts/value/currency-digits.ts';
import { useWords } from '../../words/language.ts';
import { amountIn, currenciesOf, declinedByRule, type Figures, formatRate, rateOf } from './figures.ts';
import classes from './overview.module.css';
import { ResponseChart } from './response-chart.tsx';
import { BEFORE_WORDS, type Span, type SpanName } from './spans.ts';

interface ChartParts {
  readonly name: SpanName;
  readonly span: Span;
  readonly figures: Figures;
  readonly before: Figures;
}

/** Charts that answer four questions about decisions. */
export function DecisionCharts({ name, span, figures, before }: ChartParts) {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/overview' });
  const search = useSearch({ from: '/overview' });
  const currencies = currenciesOf(figures);
  const currency = currencies.find((each) => each === search.currency) ?? currencies[0];
  const parts = { name, span, figures, before };
  return (
    <>
      <div className={classes.grid}>
        <RateChart {...parts} />
        <DeclineChart {...parts} />
        <ResponseChart {...parts} />
        {currency !== undefined && <AmountChart {...parts} currency={currency} />}
      </div>
      {currencies.length > 1 && (
        <NativeSelect
          label={t('overview.currency')}
          value={currency}
          onChange={(event) => void navigate({ search: { ...search, currency: event.currentTarget.value } })}
          data={[...currencies]}
          w="9rem"
        />
      )}
    </>
  );
}

function RateChart({ name, span: { by, times }, figures, before }: ChartParts) {
  const { t, locale } = useWords();
  const formatTime = usePeriodFormat(by);
  const facts: ChartFacts = {
    question: t('overview.rateQuestion'),
    unit: '%',
    kind: 'lines',
    times,
    hasZero: false,
    most: 100,
    format: (rate) => formatRate(rate, locale),
    formatTime,
    series: [
      { key: 'approval_rate', label: t('overview.now'), colour: 'blue', values: figures.map(rateOf) },
      {
        key: 'approval_rate_before',
        label: t(BEFORE_WORDS[name]),
        colour: 'grey',
        values: before.map(rateOf),
        isBefore: true,
      },
    ],
  };
  return <Chart facts={useStableFacts(facts)} fileName="approval-rate" leadsTo={paymentsOf(times)} />;
}

function DeclineChart({ span: { by, times }, figures }: ChartParts) {
  const { t, locale, language } = useWords();
  const formatTime = usePeriodFormat(by);
  const rules = declinedByRule(figures, MAX_SERIES);
  const colours = assignColours(rules.flatMap(({ rule }) => rule ?? []));
  const facts: ChartFacts = {
    question: t('overview.declineQuestion'),
    unit: t('overview.decisions'),
    kind: 'bars',
    times,
    hasZero: true,
    format: (count) => new Intl.NumberFormat(locale).format(count),
    formatTime,
    series: rules.map(({ rule, values }, at) => ({
      key: rule ?? 'other',
      label: rule === undefined ? t('overview.others') : describeRule(rule, language),
      colour: rule === undefined ? 'grey' : (colours[at] ?? 'grey'),
      values,
    })),
  };
  return (
    <Chart
      facts={useStableFacts(facts)}
      fileName="declined-by-rule"
      leadsTo={paymentsOf(times, { state: 'DECLINED' })}
    />
  );
}

function AmountChart({ name, span: { by, times }, figures, before, currency }: ChartParts & { currency: string }) {
  const { t, locale } = useWords();
  const formatTime = usePeriodFormat(by);
  const digits = digitsIn(currency);
  const shape = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const approved = amountIn(currency, 'approved');
  const facts: ChartFacts = {
    question: t('overview.amountQuestion'),
    unit: currency,
    kind: 'lines',
    times,
    hasZero: true,
    format: (amount) => `${currency} ${new Intl.NumberFormat(locale, shape).format(amount)}`,
    formatTime,
    series: [
      { key: 'approved', label: t('status.approved'), colour: 'blue', values: figures.map(approved) },
      {
        key: 'declined',
        label: t('status.declined'),
        colour: 'orange',
        values: figures.map(amountIn(currency, 'declined')),
      },
      {
        key: 'approved_before',
        label: t('overview.approvedBefore', { before: t(BEFORE_WORDS[name]) }),
        colour: 'grey',
        values: before.map(approved),
        isBefore: true,
      },
    ],
  };
  return <Chart facts={useStableFacts(facts)} fileName={`amounts-${currency}`} leadsTo={paymentsOf(times)} />;
}

/** The address of the payments of a period. The last period has no end yet. */
function paymentsOf(times: readonly number[], filters: Readonly<Record<string, string>> = {}) {
  const iso = (at: number | undefined) => at && new Date(at).toISOString();
  return (at: number) =>
    ({ to: '/authorizations', search: { ...filters, from: iso(times[at]), to: iso(times[at + 1]) } }) as LinkProps;
}
