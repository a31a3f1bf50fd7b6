import type { AccountDetails, Backtest } from '@cardwright/contract';
import { CardwrightError } from '@cardwright/sdk/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import classes from '../../parts/decision/backtest-preview.module.css';
import { useBacktestPreview } from '../../parts/decision/backtest-preview.tsx';
import { ChangedDecisionTable } from '../../parts/decision/changed-decision-table.tsx';
import { type Comparison, compareBacktests } from '../../parts/decision/compare-backtests.ts';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { Money } from '../../parts/value/money.tsx';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { type SettingValues, settingsOfToday } from './settings-draft.ts';

const MAX_CHANGES = 5;

interface PreviewParts {
  readonly account: AccountDetails;
  /** The current settings, and the changed ones. */
  readonly seen: SettingValues;
  readonly patch: SettingValues;
}

/**
 * Compares the decisions of the last 30 days, those under today's settings, and those under the change. The change is
 * compared with today's settings, not only with the past: a limit that was set yesterday and is raised today approves
 * payments, although all of them were approved in the past.
 */
export function ChangePreview(parts: PreviewParts) {
  return useHasScope('authorizations:read') ? <Effect {...parts} /> : null;
}

function Effect({ account, seen, patch }: PreviewParts) {
  const { t } = useWords();
  const cache = useQueryClient();
  const preview = useBacktestPreview(account.account_number);
  const compare = async (today: SettingValues) => {
    const run = (cardSettings: SettingValues) => cache.fetchQuery<Backtest>(preview({ cardSettings }) as never);
    const [now, then] = await Promise.all([run(today), run({ ...today, ...patch })]);
    return compareBacktests(now, then);
  };
  const comparison = useQuery({
    queryKey: ['compared-backtests', account.account_number, seen, patch],
    enabled: preview({}).enabled === true,
    queryFn: async (): Promise<Comparison> => {
      try {
        return await compare(settingsOfToday(seen, patch));
      } catch (error) {
        // A value can be in force that could not be set today, such as one above a ceiling.
        if (!(error instanceof CardwrightError) || error.status === undefined || error.status >= 500) throw error;
        return compare(Object.fromEntries(Object.keys(patch).map((field) => [field, seen[field as never] ?? ''])));
      }
    },
  });
  return (
    <section className={classes.past} aria-label={t('backtest.title')}>
      <h3>{t('backtest.title')}</h3>
      <QueryBoundary query={comparison}>{(found) => <Result of={found} />}</QueryBoundary>
    </section>
  );
}

function Result({ of }: { of: Comparison }) {
  const { t } = useWords();
  const { decisions, stopped, admitted, approved, currency, differences, isComplete } = of;
  if (decisions === 0) return <p>{t('backtest.nothingToDecide')}</p>;
  const sum = ({ count, amount }: typeof stopped) => (
    <>
      {t('backtest.payments', { count })} · <Money amount={amount} currency={currency} />
    </>
  );
  const facts: readonly Fact[] = [
    { name: t('compare.stopped'), value: <strong>{sum(stopped)}</strong> },
    { name: t('compare.admitted'), value: <strong>{sum(admitted)}</strong> },
    { name: t('compare.happened'), value: sum(approved.happened) },
    { name: t('compare.today'), value: sum(approved.today) },
    { name: t('compare.changed'), value: sum(approved.changed) },
  ];
  const rows = differences
    .slice(-MAX_CHANGES)
    .reverse()
    .map((row) => ({ ...row, currency }));
  return (
    <div data-backtest={differences.length}>
      <Facts facts={facts} />
      {rows.length === 0 ? (
        <p>{t('backtest.none', { count: decisions })}</p>
      ) : (
        <ChangedDecisionTable name={t('backtest.changed', { count: rows.length })} rows={rows} />
      )}
      {differences.length > rows.length && <p>{t('backtest.newest', { count: rows.length })}</p>}
      {!isComplete && <p>{t('compare.incomplete')}</p>}
    </div>
  );
}
