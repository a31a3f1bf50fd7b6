import type { BacktestRun } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { ChangedDecisionTable } from '../decision/changed-decision-table.tsx';
import { type Fact, Facts } from '../page/facts.tsx';
import { QueryBoundary } from '../page/query-boundary.tsx';
import { Money } from '../value/money.tsx';
import classes from './bank-run.module.css';
import {
  type AffectedSum,
  type CurrencyComparison,
  compareRuns,
  type RunComparison,
  type RunWithDifferences,
} from './compare-runs.ts';

const MAX_ROWS = 5;
/** The maximum number of differences that the page reads of a run. */
const MAX_READ = 2_000;

interface ComparisonParts {
  readonly run: BacktestRun;
  /** The run under today's settings. If absent, the actual decisions stand for them. */
  readonly today?: BacktestRun | undefined;
}

/**
 * Compares the actual decisions with those under today's settings and those under the change. The figures come first.
 */
export function RunComparisonView({ run, today }: ComparisonParts) {
  const client = useClient();
  const comparison = useQuery({
    queryKey: ['compared-runs', run.backtest_id, today?.backtest_id],
    queryFn: async ({ signal }): Promise<RunComparison | null> => {
      const read = async (of: BacktestRun): Promise<RunWithDifferences | undefined> =>
        of.result && {
          result: of.result,
          differences: await client.backtests
            .listDifferences(of.backtest_id, { limit: '200' }, { signal })
            .take(MAX_READ),
        };
      const [before, after] = await Promise.all([today && read(today), read(run)]);
      return after === undefined ? null : compareRuns(before, after);
    },
  });
  return <QueryBoundary query={comparison}>{(found) => found && <ComparisonFacts of={found} />}</QueryBoundary>;
}

function ComparisonFacts({ of }: { of: RunComparison }) {
  const { t } = useWords();
  const { decisions, currencies, differences, isComplete } = of;
  if (decisions === 0) return <p className={classes.sentence}>{t('backtest.nothingInBank')}</p>;
  const rows = differences.slice(-MAX_ROWS).reverse();
  return (
    <div data-compared={differences.length}>
      {currencies.map((one) => (
        <Figures key={one.currency} of={one} />
      ))}
      {rows.length === 0 ? (
        <p className={classes.sentence}>{t('backtest.none', { count: decisions })}</p>
      ) : (
        <ChangedDecisionTable name={t('backtest.changed', { count: rows.length })} rows={rows} isOfBank />
      )}
      {differences.length > rows.length && (
        <p className={classes.note}>{t('backtest.newest', { count: rows.length })}</p>
      )}
      {!isComplete && <p className={classes.note}>{t('compare.cut', { count: MAX_READ })}</p>}
    </div>
  );
}

function Figures({ of }: { of: CurrencyComparison }) {
  const { t } = useWords();
  const sum = ({ count, amount }: CurrencyComparison['today']) => (
    <>
      {t('backtest.payments', { count })} · <Money amount={amount} currency={of.currency} />
    </>
  );
  const affected = (some: AffectedSum) => (
    <strong>
      {sum(some)}
      {some.accounts > 0 && ` · ${t('backtest.someAccounts', { count: some.accounts })}`}
    </strong>
  );
  const facts: readonly Fact[] = [
    { name: t('compare.stopped'), value: affected(of.stopped) },
    { name: t('compare.admitted'), value: affected(of.admitted) },
    { name: t('compare.happened'), value: sum(of.happened) },
    { name: t('compare.today'), value: sum(of.today) },
    { name: t('compare.changed'), value: sum(of.changed) },
  ];
  return <Facts facts={facts} />;
}
