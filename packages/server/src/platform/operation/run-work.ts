import type { Tx } from '../storage/index.ts';
import { createAuditTrail } from './audit-trail.ts';
import type { OperationContext } from './define-operation.ts';
import type { RunnerDeps } from './runner-context.ts';

/** Work that the server starts without a request: screening, expiry, embossing, settling deliveries. */
export interface Work {
  /** Its name in the audit log, in the form of an operation: `cards.renew-cards`. */
  readonly operation: string;
  readonly actor: string;
  /** Groups the rows of one run; empty if there is nothing to group. */
  readonly requestId: string;
  readonly now: Date;
}

export type WorkDeps = Pick<RunnerDeps, 'database' | 'maskCardNumbers' | 'changes'>;

/** The context of work: like that of an operation, with a transaction that it can neither open nor end. */
export interface WorkContext extends Pick<Work, 'now' | 'requestId'> {
  readonly tx: Tx;
  readonly audit: OperationContext['audit'];
  /** The same work with another actor in its audit rows. */
  inNameOf(actor: string): WorkContext;
}

/**
 * Runs work in one transaction, like an operation: its changes and its audit rows are committed together or not at all.
 * Everything is rolled back if `commit` is false.
 */
export function runWork<T>(
  { database, ...deps }: WorkDeps,
  work: Work,
  run: (context: WorkContext) => Promise<{ readonly commit: boolean; readonly result: T }>,
): Promise<T> {
  const { operation, requestId, now } = work;
  return database.transaction<T>(async (tx) => {
    const trail = createAuditTrail(deps);
    const inNameOf = (actor: string): WorkContext => ({
      tx,
      now,
      requestId,
      audit: (log, ...entry) =>
        trail.add({ actor, operation, requestId, eventActor: { kind: 'system', id: actor } }, log, ...entry),
      inNameOf,
    });
    const outcome = await run(inNameOf(work.actor));
    if (outcome.commit) return { ...outcome, last: await trail.writeLast(tx, now) };
    return outcome;
  });
}
