import { firstCharacters } from '@cardwright/contract';
import { runWork, type WorkDeps } from '../../operation/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import { isOperational, publishOperationalEvents } from '../messages/publish-operational-events.ts';
import { lockStream } from '../messages/stream-store.ts';
import type { ClaimedMessage } from './claim-store.ts';
import { closeAndPromote, deathOf } from './settle.ts';
import { storeAttempt } from './store-attempt.ts';

const LONGEST_REASON = 300;

interface ScopeMissing {
  readonly message: ClaimedMessage;
  readonly owner: EndpointOwner;
  /** The missing scope, in words. */
  readonly reason: string;
  readonly server: string;
  readonly at: Date;
}

/**
 * Settles a message that must not be sent, in one transaction: the message is DEAD, the list of attempts has the
 * reason, and the next message of the stream becomes due. The endpoint does not count as failing. Returns false if the
 * lease is lost.
 */
export function settleScopeMissing(
  deps: WorkDeps & { readonly vault: Vault },
  { message, owner, reason, server, at }: ScopeMissing,
): Promise<boolean> {
  const { bank_id: bankId, endpoint_id: endpointId, message_id: messageId, stream, type } = message;
  const work = { operation: 'outbox.scope-missing', actor: 'cardwright', requestId: '', now: at };
  return runWork(deps, work, async ({ tx }) => {
    await lockStream(tx, bankId, { endpointId, stream });
    const isClosed = await closeAndPromote(tx, { message, server }, { state: 'DEAD', at, outcome: 'NO_SCOPE' });
    if (!isClosed) return { commit: false, result: false };
    const { notification_id: notificationId, attempts: attempt } = message;
    const attempted = { endpointId, messageId, notificationId, type, attempt, nextAttemptAt: undefined, at };
    const shortReason = firstCharacters(reason, LONGEST_REASON);
    const nothing = {
      outcome: 'NO_SCOPE',
      reason: shortReason,
      httpStatus: undefined,
      durationMs: 0,
      answer: undefined,
    } as const;
    await storeAttempt(tx, deps.vault, bankId, attempted, nothing);
    if (!isOperational(type))
      await publishOperationalEvents(tx, deps.vault, owner, endpointId, [deathOf(message, nothing)], at);
    return { commit: true, result: true };
  });
}
