import type { BankRule } from '@cardwright/contract';
import { isGoingOn, useRun } from '../../parts/bank-run/bank-run-queries.ts';
import { RunOutcome } from '../../parts/bank-run/run-outcome.tsx';
import { RunPanel } from '../../parts/bank-run/run-panel.tsx';
import { Fetched } from '../../parts/fetched.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Status } from '../../parts/status.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './rules.module.css';

interface ProposalParts {
  readonly rule: BankRule;
  readonly backtestId: string;
}

/** What the version would have done to the past of the bank, as it was proposed. Decisions are for those who may read them. */
export function ProposalPanel({ rule, backtestId }: ProposalParts) {
  const mayRead = useMay('authorizations:read');
  if (mayRead) return <RunOf key={backtestId} backtestId={backtestId} />;
  return rule.backtest?.backtest_id === backtestId ? <Summary of={rule.backtest} /> : null;
}

/** How many decisions, for those who may not read them one by one. */
function Summary({ of }: { of: NonNullable<BankRule['backtest']> }) {
  const { t } = useWords();
  const { state, decisions, changed } = of;
  return (
    <Panel title={t('rule.proposal')} aside={<Status of={state} />}>
      {decisions === null || changed === null ? (
        <p className={classes.said}>{t(isGoingOn(of) ? 'rule.backtestRuns' : 'rule.whyBroken')}</p>
      ) : (
        <p className={classes.said} data-changed={changed}>
          <strong>{t('backtest.changed', { count: changed })}</strong> {t('backtest.of', { count: decisions })}
        </p>
      )}
      <p className={classes.quiet}>{t('rule.decisionsElsewhere')}</p>
    </Panel>
  );
}

function RunOf({ backtestId }: { backtestId: string }) {
  const run = useRun(backtestId);
  return (
    <Fetched query={run}>
      {(found) => (
        <>
          <RunPanel run={found} />
          {!isGoingOn(found) && <RunOutcome run={found} />}
        </>
      )}
    </Fetched>
  );
}
