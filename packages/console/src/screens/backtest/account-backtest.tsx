import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ChangeChart } from '../../parts/bank-run/change-chart.tsx';
import { type ChangedDecision, changesByDay } from '../../parts/bank-run/changes-by-day.ts';
import { BacktestResultView } from '../../parts/decision/backtest-result.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useClient, useTimeZone } from '../../session/session.ts';
import { HistoryIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { BacktestForm, type BacktestSearch } from './backtest-form.tsx';
import { proposalOf } from './bank-runs.ts';

/** The maximum number of changed decisions on a page. */
const MAX_CHANGES = 200;

/**
 * Shows what other settings would have decided for an account in the past: the number of changed decisions, their
 * amounts, a list of them, and their days.
 */
export function AccountBacktest({ search }: { search: BacktestSearch }) {
  const { t } = useWords();
  const client = useClient();
  const navigate = useNavigate({ from: '/backtest' });
  const { account_number: accountNumber, from, until } = search;
  const found = useQuery({
    queryKey: ['backtest', search],
    enabled: accountNumber !== undefined,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const proposed = { ...(from && { from }), ...(until && { until }), ...proposalOf(search) };
      return client.accounts.backtest(accountNumber ?? '', proposed as never, { signal });
    },
  });
  return (
    <>
      <Panel title={t('whatIf.assume')}>
        <BacktestForm
          key={JSON.stringify(search)}
          search={search}
          verb={t('whatIf.verb')}
          onSubmit={(search) => void navigate({ search })}
        />
      </Panel>
      {accountNumber === undefined ? (
        <Notice icon={HistoryIcon} title={t('backtest.start')} text={t('backtest.startAbout')} />
      ) : (
        <QueryBoundary query={found}>
          {(backtest) => (
            <>
              {backtest.changed > 0 && <ChangesOfAccount changes={backtest.changes} />}
              <Panel title={t('backtest.found')}>
                <BacktestResultView found={backtest} displayed={MAX_CHANGES} />
              </Panel>
            </>
          )}
        </QueryBoundary>
      )}
    </>
  );
}

function ChangesOfAccount({ changes }: { changes: readonly ChangedDecision[] }) {
  const zone = useTimeZone();
  const counted = useMemo(() => changesByDay(changes, zone), [changes, zone]);
  return <ChangeChart counts={counted} />;
}
