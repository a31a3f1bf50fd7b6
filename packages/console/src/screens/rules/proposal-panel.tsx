import { isRunning, useRun } from '../../parts/bank-run/bank-run-queries.ts';
import { RunOutcome } from '../../parts/bank-run/run-outcome.tsx';
import { RunPanel } from '../../parts/bank-run/run-panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useHasScope } from '../../session/session.ts';

/**
 * Shows the backtest of the proposed version over the bank's past, for people who read decisions and people who
 * approve.
 */
export function ProposalPanel({ backtestId }: { backtestId: string }) {
  const mayRead = useHasScope('authorizations:read', 'rules:approve');
  return mayRead ? <RunOf key={backtestId} backtestId={backtestId} /> : null;
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
