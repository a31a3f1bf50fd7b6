import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readAssumption } from '../../parts/assumed-settings.tsx';
import { BacktestView } from '../../parts/backtest-view.tsx';
import { NoPermission } from '../../parts/failure.tsx';
import { Fetched } from '../../parts/fetched.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useClient, useMay, useTimeZone } from '../../session/session.ts';
import { HistoryIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { BacktestForm, type Replayed } from './backtest-form.tsx';
import { ChangeChart } from './change-chart.tsx';

/** As many of the changed ones as a page can hold. */
const LISTED = 200;

export function BacktestPage() {
  return useMay('authorizations:read') ? <BacktestOf /> : <NoPermission />;
}

/** What other settings would have decided in the past of an account: how many, how much, which, and on which days. */
function BacktestOf() {
  const { t } = useWords();
  const zone = useTimeZone();
  const client = useClient();
  const asked: Replayed = useSearch({ from: '/backtest' });
  const navigate = useNavigate({ from: '/backtest' });
  const { account_number: accountNumber, from, until, set } = asked;
  const found = useQuery({
    queryKey: ['backtest', asked],
    enabled: accountNumber !== undefined,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const proposed = { ...(from && { from }), ...(until && { until }), cardSettings: readAssumption(set) };
      return client.accounts.backtest(accountNumber ?? '', proposed as never, { signal });
    },
  });
  return (
    <Page title={t('backtest.page')} about={t('backtest.about', { zone })}>
      <Panel title={t('whatIf.assume')}>
        <BacktestForm key={JSON.stringify(asked)} asked={asked} ask={(search) => void navigate({ search })} />
      </Panel>
      {accountNumber === undefined ? (
        <Notice icon={HistoryIcon} title={t('backtest.start')} text={t('backtest.startAbout')} />
      ) : (
        <Fetched query={found}>
          {(backtest) => (
            <>
              {backtest.changed > 0 && <ChangeChart backtest={backtest} />}
              <Panel title={t('backtest.found')}>
                <BacktestView found={backtest} shown={LISTED} />
              </Panel>
            </>
          )}
        </Fetched>
      )}
    </Page>
  );
}
