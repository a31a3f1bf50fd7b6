import type { BacktestRun } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { ErrorNotice } from '../page/error-notice.tsx';
import { type Fact, Facts } from '../page/facts.tsx';
import { Panel } from '../page/panel.tsx';
import { Identifier } from '../value/identifier.tsx';
import { Status } from '../value/status.tsx';
import { Time } from '../value/time.tsx';
import { AssumptionList } from './assumption-list.tsx';
import classes from './bank-run.module.css';
import { isRunning, useCancel } from './bank-run-queries.ts';

/** Shows the request of a run, its author, its progress, and a button to cancel it. */
export function RunPanel({ run }: { run: BacktestRun }) {
  const { t } = useWords();
  const cancel = useCancel(run.backtest_id);
  const goesOn = isRunning(run);
  const mayCancel = useHasScope('authorizations:read');
  const actions = (
    <span className={classes.aside} data-run={run.state}>
      <span aria-live="polite">
        <Status of={run.state} />
      </span>
      {goesOn && mayCancel && (
        <Button variant="default" size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('backtest.cancelRun')}
        </Button>
      )}
    </span>
  );
  return (
    <Panel title={t('backtest.run')} headerContent={actions}>
      {goesOn && <RunProgress run={run} />}
      {cancel.error !== null && <ErrorNotice error={cancel.error} />}
      <RunFacts run={run} />
    </Panel>
  );
}

function RunProgress({ run: { done, total } }: { run: BacktestRun }) {
  const { t } = useWords();
  return (
    <div className={classes.goesOn}>
      <p className={classes.sentence}>{total === null ? t('backtest.waits') : t('backtest.soFar', { done, total })}</p>
      <progress
        className={classes.progress}
        aria-label={t('backtest.progress')}
        max={Math.max(total ?? 0, 1)}
        value={total === null ? undefined : done}
      />
      <p className={classes.note}>{t('backtest.stays')}</p>
    </div>
  );
}

function RunFacts({ run }: { run: BacktestRun }) {
  const { t } = useWords();
  const facts: readonly Fact[] = [
    { name: t('backtest.assumed'), value: <AssumptionList proposal={run.proposal} />, isLong: true },
    { name: t('chart.time'), value: run.from === null ? t('backtest.beginning') : <Time at={run.from} /> },
    { name: t('backtest.before'), value: <Time at={run.to} /> },
    {
      name: t('backtest.owner'),
      value:
        run.accounts === undefined
          ? t('backtest.wholeBank')
          : t('backtest.someAccounts', { count: run.accounts.length }),
    },
    { name: t('backtest.requestedBy'), value: <bdi>{run.asked_by_name ?? run.asked_by}</bdi> },
    { name: t('backtest.requestedAt'), value: <Time at={run.asked_at} /> },
    { name: t('backtest.runId'), value: <Identifier id={run.backtest_id} /> },
  ];
  return <Facts facts={facts} />;
}
