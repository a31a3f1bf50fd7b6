import { isRunning, useRun } from '../../parts/bank-run/bank-run-queries.ts';
import { RunOutcome } from '../../parts/bank-run/run-outcome.tsx';
import { RunPanel } from '../../parts/bank-run/run-panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useHasScope } from '../../session/session.ts';

/** What the version would have done to the past of the bank, as it was proposed: for who reads decisions, and who approves. */
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
