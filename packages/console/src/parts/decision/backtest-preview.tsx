import type { Backtest, ProposedLimit, ProposedRestriction } from '@cardwright/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useClockOffset } from '../../session/bank-clock.ts';
import { useClient, useHasScope, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { QueryBoundary } from '../page/query-boundary.tsx';
import { dayIn } from '../value/zoned-day.ts';
import type { Assumption } from './assumption-fields.tsx';
import classes from './backtest-preview.module.css';
import { BacktestResultView } from './backtest-result.tsx';

const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;
const MAX_CHANGES = 5;

export interface ProposedChange {
  readonly cardSettings?: Assumption;
  readonly restrictions?: readonly ProposedRestriction[];
  readonly limits?: readonly ProposedLimit[];
}

/**
 * Runs a backtest of a change over the last 30 days of an account, through which the server validates the change too.
 */
export function useBacktestPreview(accountNumber: string) {
  const client = useClient();
  const zone = useTimeZone();
  const offset = useClockOffset();
  return (proposed: ProposedChange) =>
    queryOptions({
      queryKey: ['backtest', accountNumber, proposed],
      enabled: offset !== undefined,
      queryFn: async ({ signal }): Promise<Backtest> => {
        const from = dayIn(Date.now() + (offset ?? 0) - DAYS * DAY_MS, zone);
        return client.accounts.backtest(accountNumber, { from, ...proposed } as never, { signal });
      },
    });
}

/** Shows the effect that a change would have had in the last 30 days, before the change is made. */
export function BacktestPreview({ accountNumber, proposed }: { accountNumber: string; proposed: ProposedChange }) {
  return useHasScope('authorizations:read') ? <Effect accountNumber={accountNumber} proposed={proposed} /> : null;
}

function Effect({ accountNumber, proposed }: { accountNumber: string; proposed: ProposedChange }) {
  const { t } = useWords();
  const pastEffect = useBacktestPreview(accountNumber);
  const backtest = useQuery(pastEffect(proposed));
  return (
    <section className={classes.past} aria-label={t('backtest.title')}>
      <h3>{t('backtest.title')}</h3>
      <QueryBoundary query={backtest}>
        {(found) => <BacktestResultView found={found} displayed={MAX_CHANGES} />}
      </QueryBoundary>
    </section>
  );
}
