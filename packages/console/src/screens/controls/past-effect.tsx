import type { ProposedRestriction } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { BacktestView } from '../../parts/backtest-view.tsx';
import { Fetched } from '../../parts/fetched.tsx';
import { dayIn } from '../../parts/zoned-day.ts';
import { useClockOffset } from '../../session/bank-clock.ts';
import { useClient, useMay, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './controls.module.css';
import type { Shown } from './draft.ts';

const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;
const LISTED = 5;

export interface Proposed {
  readonly cardSettings?: Shown;
  readonly restrictions?: readonly ProposedRestriction[];
}

/** What a change would have done to the last 30 days, said before it is made. */
export function PastEffect({ accountNumber, proposed }: { accountNumber: string; proposed: Proposed }) {
  const { t } = useWords();
  const client = useClient();
  const zone = useTimeZone();
  const offset = useClockOffset();
  const mayAsk = useMay('authorizations:read');
  const backtest = useQuery({
    queryKey: ['backtest', accountNumber, proposed],
    enabled: mayAsk && offset !== undefined,
    queryFn: async ({ signal }) => {
      const from = dayIn(Date.now() + (offset ?? 0) - DAYS * DAY_MS, zone);
      return client.accounts.backtest(accountNumber, { from, ...proposed } as never, { signal });
    },
  });
  if (!mayAsk) return null;
  return (
    <section className={classes.past} aria-label={t('backtest.title')}>
      <h3>{t('backtest.title')}</h3>
      <Fetched query={backtest}>{(found) => <BacktestView found={found} shown={LISTED} />}</Fetched>
    </section>
  );
}
