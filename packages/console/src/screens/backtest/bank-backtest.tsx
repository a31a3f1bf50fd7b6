import { useNavigate } from '@tanstack/react-router';
import { isRunning, useRun } from '../../parts/bank-run/bank-run-queries.ts';
import { RunOutcome } from '../../parts/bank-run/run-outcome.tsx';
import { RunPanel } from '../../parts/bank-run/run-panel.tsx';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useWords } from '../../words/language.ts';
import { BacktestForm, type BacktestSearch } from './backtest-form.tsx';
import { OF_BANK, useStart } from './bank-runs.ts';
import { RunList } from './run-list.tsx';

/** Backtests other settings for the whole bank. The run is in the address, so that colleagues can open it too. */
export function BankBacktest({ search }: { search: BacktestSearch }) {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/backtest' });
  const start = useStart();
  const submit = (search: BacktestSearch) =>
    start.mutate(search, { onSuccess: (run) => void navigate({ search: { ...search, of: OF_BANK, run } }) });
  return (
    <>
      <Panel title={t('whatIf.assume')}>
        <BacktestForm
          key={JSON.stringify(search)}
          search={search}
          verb={t('backtest.startRun')}
          isOfBank
          isBusy={start.isPending}
          onSubmit={submit}
        />
        {start.error !== null && <ErrorNotice error={start.error} />}
      </Panel>
      {search.run === undefined ? <RunList /> : <RunOf key={search.run} backtestId={search.run} />}
    </>
  );
}

function RunOf({ backtestId }: { backtestId: string }) {
  const run = useRun(backtestId);
  return (
    <QueryBoundary query={run}>
      {(found) => (
        <>
          <RunPanel run={found} />
          {!isRunning(found) && <RunOutcome run={found} />}
        </>
      )}
    </QueryBoundary>
  );
}
