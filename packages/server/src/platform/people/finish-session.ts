import { writeAudit } from '../audit/index.ts';
import type { PeopleDeps } from './people-deps.ts';
import type { SessionEnd } from './session-limits.ts';
import { closeSession } from './session-store.ts';

/** Ends a session, with its row of the audit log. Does nothing if it has already ended. */
export function finishSession(
  { database, clock, now }: Pick<PeopleDeps, 'database' | 'clock' | 'now'>,
  log: string,
  session: { readonly sessionId: bigint; readonly subject: string; readonly name: string },
  end: { readonly because: SessionEnd; readonly requestId: string; readonly fromAddress?: string },
): Promise<void> {
  const { sessionId, subject, name } = session;
  const { because, requestId, fromAddress } = end;
  return database.transaction(async (tx) => {
    const ended = await closeSession(tx, log, { sessionId, because, at: now() });
    if (!ended) return { commit: false, result: undefined };
    await writeAudit(tx, log, clock.now(), {
      actor: subject,
      operation: because === 'signed out' ? 'people.sign-out' : 'people.end-session',
      subject: `session:${sessionId}`,
      outcome: because === 'signed out' ? 'signed out' : 'session ended',
      requestId,
      fromAddress,
      details: { person: name, because },
    });
    return { commit: true, result: undefined };
  });
}
