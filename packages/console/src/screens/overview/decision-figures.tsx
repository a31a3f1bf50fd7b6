import type { ReactNode } from 'react';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import { Fetched } from '../../parts/page/fetched.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { digitsIn } from '../../parts/value/currency-digits.ts';
import { Money } from '../../parts/value/money.tsx';
import { ChecklistIcon } from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { DecisionCharts } from './decision-charts.tsx';
import { placed, rateOf, summed } from './figures.ts';
import classes from './overview.module.css';
import type { Span, SpanName } from './spans.ts';
import { useStatistics } from './use-statistics.ts';

export const BEFORE_WORDS: Readonly<Record<SpanName, WordKey>> = {
  day: 'overview.weekBefore',
  week: 'overview.weekBefore',
  month: 'overview.monthBefore',
};

/** What was decided in a span: first in figures, then drawn. */
export function DecisionFigures({ name, span }: { name: SpanName; span: Span }) {
  const { t } = useWords();
  const statistics = useStatistics(span);
  return (
    <Fetched query={statistics}>
      {({ now, then, since }) => {
        if (now.length === 0 && then.length === 0) {
          return (
            <Panel title={t('authorizations.title')}>
              <Notice icon={ChecklistIcon} title={t('recent.none')} text={t('overview.none')} />
            </Panel>
          );
        }
        const figures = placed(span.times, now, since);
        const before = placed(span.before, then, since);
        return (
          <>
            <Panel title={t('overview.sums')}>
              <Sums figures={figures} before={before} than={t(BEFORE_WORDS[name])} />
            </Panel>
            <DecisionCharts name={name} span={span} figures={figures} before={before} />
          </>
        );
      }}
    </Fetched>
  );
}

export type Figures = ReturnType<typeof placed>;

/** All of it, and what it was before. */
function Sums({ figures, before, than }: { figures: Figures; before: Figures; than: string }) {
  const { t, locale } = useWords();
  const now = summed(figures);
  const then = summed(before);
  // a part of the time would look like a fall or a rise
  const isKnown = before.every((counts) => counts !== null);
  const beside = (value: ReactNode, old: ReactNode) => (
    <>
      <strong className={classes.figure}>{value}</strong>
      {isKnown && (
        <span className={classes.before}>
          {than}: {old}
        </span>
      )}
    </>
  );
  const rate = (counts: typeof now) => showRate(rateOf(counts), locale);
  const count = new Intl.NumberFormat(locale);
  const facts: readonly Fact[] = [
    { name: t('overview.rate'), value: beside(rate(now), rate(then)) },
    {
      name: t('status.approved'),
      value: beside(count.format(now.approved), count.format(then.approved)),
    },
    {
      name: t('status.declined'),
      value: beside(count.format(now.declined), count.format(then.declined)),
    },
    ...now.amounts.map(({ currency, approved }) => {
      const old = then.amounts.find((each) => each.currency === currency)?.approved ?? '0';
      return {
        name: t('overview.approvedIn', { currency }),
        value: beside(<Sum amount={approved} currency={currency} />, <Sum amount={old} currency={currency} />),
      };
    }),
  ];
  return <Facts facts={facts} />;
}

function Sum({ amount, currency }: { amount: string; currency: string }) {
  return <Money amount={Number(amount).toFixed(digitsIn(currency))} currency={currency} />;
}

export function showRate(rate: number | null, locale: string): string {
  if (rate === null) return '–';
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(rate / 100);
}
