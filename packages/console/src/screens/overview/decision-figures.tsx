import type { ReactNode } from 'react';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { digitsIn } from '../../parts/value/currency-digits.ts';
import { Money } from '../../parts/value/money.tsx';
import { ChecklistIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { AttackPanel } from './attack-panel.tsx';
import { DecisionCharts } from './decision-charts.tsx';
import { type Figures, figuresByPeriod, formatPoints, formatRate, formatRise, rateOf, totals } from './figures.ts';
import classes from './overview.module.css';
import { BEFORE_WORDS, type Span, type SpanName } from './spans.ts';
import { TopPanels } from './top-panels.tsx';
import { useDeclineReport } from './use-decline-report.ts';
import { useDeclines } from './use-declines.ts';
import { useStatistics } from './use-statistics.ts';

/** Shows the decisions of a time span as numbers, then as charts. */
export function DecisionFigures({ name, span }: { name: SpanName; span: Span }) {
  const { t } = useWords();
  const statistics = useStatistics(span);
  const { data: declines = [] } = useDeclines(span);
  const report = useDeclineReport(span);
  return (
    <QueryBoundary query={statistics}>
      {({ now, then, since }) => {
        if (now.length === 0 && then.length === 0) {
          return (
            <Panel title={t('authorizations.title')}>
              <Notice icon={ChecklistIcon} title={t('recent.none')} text={t('overview.none')} />
            </Panel>
          );
        }
        const figures = figuresByPeriod(span.times, now, since);
        const before = figuresByPeriod(span.before, then, since);
        return (
          <>
            <AttackPanel attacks={report?.attacks ?? []} />
            <Panel title={t('overview.sums')}>
              <Sums figures={figures} before={before} than={t(BEFORE_WORDS[name])} />
            </Panel>
            <DecisionCharts name={name} span={span} figures={figures} before={before} />
            <TopPanels span={span} periods={now} declines={declines} report={report} />
          </>
        );
      }}
    </QueryBoundary>
  );
}

/** Shows the totals, and those of the earlier span. */
function Sums({ figures, before, than }: { figures: Figures; before: Figures; than: string }) {
  const { t, locale } = useWords();
  const now = totals(figures);
  const then = totals(before);
  // Totals of an incomplete span would suggest a rise or fall.
  const isKnown = before.every((counts) => counts !== null);
  const withPrevious = (value: ReactNode, old: ReactNode, delta?: string) => (
    <>
      <strong className={classes.figure}>{value}</strong>
      {isKnown && (
        <span className={classes.before}>
          {delta !== undefined && (
            <bdi dir="ltr" className={classes.delta}>
              {delta}
            </bdi>
          )}{' '}
          {than}: {old}
        </span>
      )}
    </>
  );
  const rise = (value: number, old: number) => formatRise(value, old, locale);
  const rate = (counts: typeof now) => formatRate(rateOf(counts), locale);
  const count = new Intl.NumberFormat(locale);
  const facts: readonly Fact[] = [
    {
      name: t('overview.rate'),
      value: withPrevious(rate(now), rate(then), formatPoints(rateOf(now), rateOf(then), locale)),
    },
    {
      name: t('status.approved'),
      value: withPrevious(count.format(now.approved), count.format(then.approved), rise(now.approved, then.approved)),
    },
    {
      name: t('status.declined'),
      value: withPrevious(count.format(now.declined), count.format(then.declined), rise(now.declined, then.declined)),
    },
    ...now.amounts.map(({ currency, approved }) => {
      const old = then.amounts.find((each) => each.currency === currency)?.approved ?? '0';
      return {
        name: t('overview.approvedIn', { currency }),
        value: withPrevious(
          <Sum amount={approved} currency={currency} />,
          <Sum amount={old} currency={currency} />,
          rise(Number(approved), Number(old)),
        ),
      };
    }),
  ];
  return <Facts facts={facts} />;
}

function Sum({ amount, currency }: { amount: string; currency: string }) {
  return <Money amount={Number(amount).toFixed(digitsIn(currency))} currency={currency} />;
}
