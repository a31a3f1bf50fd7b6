import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { AccountBacktest } from './account-backtest.tsx';
import type { BacktestSearch } from './backtest-form.tsx';
import { BankBacktest } from './bank-backtest.tsx';
import { isOfBank, OF_BANK } from './bank-runs.ts';

export function BacktestPage() {
  return useHasScope('authorizations:read') ? <EitherBacktest /> : <NoPermission />;
}

/** Backtests other settings: for one account at once, or for the whole bank in the background. */
function EitherBacktest() {
  const { t } = useWords();
  const zone = useTimeZone();
  const proposal: BacktestSearch = useSearch({ from: '/backtest' });
  const navigate = useNavigate({ from: '/backtest' });
  const { from, until, set, restrict } = proposal;
  const isBank = isOfBank(proposal);
  const choice = (
    <>
      <Button
        variant={isBank ? 'default' : 'filled'}
        aria-pressed={!isBank}
        onClick={() => void navigate({ search: { from, until, set, restrict } })}
      >
        {t('backtest.oneAccount')}
      </Button>
      <Button
        variant={isBank ? 'filled' : 'default'}
        aria-pressed={isBank}
        onClick={() => void navigate({ search: { of: OF_BANK, from, until, set, restrict } })}
      >
        {t('backtest.wholeBank')}
      </Button>
    </>
  );
  return (
    <Page
      title={t('backtest.page')}
      about={t(isBank ? 'backtest.aboutBank' : 'backtest.about', { zone })}
      actions={choice}
    >
      {isBank ? <BankBacktest search={proposal} /> : <AccountBacktest search={proposal} />}
    </Page>
  );
}
