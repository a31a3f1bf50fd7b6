import { runWork, type WorkContext, type WorkDeps } from '../../operation/index.ts';
import type { Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { ownerLog, subjectOf } from '../endpoints/endpoint.ts';
import { lockStream, promoteHead } from '../messages/stream-store.ts';
import { answerContext } from '../outbox-seal-contexts.ts';
import { insertAttempt } from './attempt-store.ts';
import type { ClaimedMessage } from './claim-store.ts';
import type { DeliveryResult } from './delivery.ts';
import { planDisabling, planSettlement, type Settlement } from './delivery-schedule.ts';
import {
  closeMessage,
  disableEndpoint,
  type Lease,
  noteDelivery,
  noteFailure,
  postponeMessage,
} from './settle-store.ts';

/** A finished attempt. */
export interface Tried {
  readonly message: ClaimedMessage;
  /** When the endpoint's run of failures began, as known at the start of this attempt. */
  readonly failingSince: Date | undefined;
  /** Codes of an answer after which the endpoint's owner wants no further attempt. */
  readonly finalCodes: readonly string[];
  readonly server: string;
  readonly result: DeliveryResult;
  readonly at: Date;
  readonly endedAt: Date;
}

export interface Settled {
  readonly state: Settlement['state'];
  /** The reason, if this attempt caused the endpoint to be disabled. */
  readonly disabledBecause: string | undefined;
}

/**
 * Stores how an attempt ended, in one transaction: the message, the next one of its stream, the attempt and the
 * endpoint. When the lease was lost meanwhile, another server owns the message and only the attempt is stored.
 */
export function settle(deps: WorkDeps & { readonly vault: Vault }, tried: Tried, jitter: number): Promise<Settled> {
  const { message, endedAt } = tried;
  const plan = planOf(tried, jitter);
  const work = { operation: 'outbox.disable-endpoint', actor: 'cardwright', requestId: '', now: endedAt };
  return runWork(deps, work, async (context) => {
    const { tx } = context;
    const stream = { endpointId: message.endpoint_id, stream: message.stream };
    await lockStream(tx, message.bank_id, stream);
    await settleMessage(tx, tried, plan);
    await keepAttempt(tx, deps.vault, tried, plan);
    const disabledBecause = await noteOnEndpoint(context, tried);
    return { commit: true, result: { state: plan.state, disabledBecause } };
  });
}

function planOf({ message, result, finalCodes, endedAt }: Tried, jitter: number): Settlement {
  const { failures, pending_since: pendingSince, expires_at: expiresAt } = message;
  const { outcome, code, retryAfterMs } = result;
  const isFinal = code !== undefined && finalCodes.includes(code);
  const tried = { failures, pendingSince, expiresAt: expiresAt ?? undefined };
  return planSettlement(tried, { outcome, retryAfterMs, isFinal }, endedAt, jitter);
}

/** Drops a message that expired before it could be sent; the next one of its stream goes on. */
export function dropExpired(deps: WorkDeps, message: ClaimedMessage, server: string, now: Date): Promise<void> {
  const work = { operation: 'outbox.drop-expired', actor: 'cardwright', requestId: '', now };
  return runWork(deps, work, async ({ tx }) => {
    const { bank_id: bankId, endpoint_id: endpointId, stream } = message;
    await lockStream(tx, bankId, { endpointId, stream });
    const lease: Lease = { messageId: message.message_id, server, attempt: message.attempts };
    const dropped = { state: 'EXPIRED', at: now, outcome: undefined } as const;
    const pending = await closeMessage(tx, bankId, lease, { endpointId, stream }, dropped);
    if (pending !== undefined && pending > 0) await promoteHead(tx, bankId, { endpointId, stream }, now);
    return { commit: true, result: undefined };
  });
}

async function settleMessage(tx: Tx, { message, result, server, endedAt }: Tried, plan: Settlement): Promise<void> {
  const { bank_id: bankId, endpoint_id: endpointId, stream } = message;
  const lease: Lease = { messageId: message.message_id, server, attempt: message.attempts };
  if (plan.state === 'PENDING') {
    const isHead = await postponeMessage(tx, bankId, lease, {
      nextAttemptAt: plan.nextAttemptAt,
      outcome: result.outcome,
    });
    if (isHead === false) await promoteHead(tx, bankId, { endpointId, stream }, endedAt);
    return;
  }
  const settled = { state: plan.state, at: endedAt, outcome: result.outcome };
  const pending = await closeMessage(tx, bankId, lease, { endpointId, stream }, settled);
  if (pending !== undefined && pending > 0) await promoteHead(tx, bankId, { endpointId, stream }, endedAt);
}

async function keepAttempt(tx: Tx, vault: Vault, { message, result, at }: Tried, plan: Settlement): Promise<void> {
  const { bank_id: bankId, endpoint_id: endpointId } = message;
  const { answer, code: _code, retryAfterMs: _retryAfterMs, ...rest } = result;
  await insertAttempt(tx, bankId, {
    ...rest,
    endpointId,
    messageId: message.message_id,
    notificationId: message.notification_id,
    type: message.type,
    attempt: message.attempts,
    answer: answer === undefined ? undefined : vault.seal(answerContext(bankId, endpointId), answer),
    nextAttemptAt: plan.state === 'PENDING' ? plan.nextAttemptAt : undefined,
    at,
  });
}

async function noteOnEndpoint(
  { tx, audit }: WorkContext,
  { message, failingSince, result, endedAt }: Tried,
): Promise<string | undefined> {
  const { bank_id: bankId, endpoint_id: endpointId } = message;
  if (result.outcome === 'DELIVERED') {
    if (failingSince !== undefined) await noteDelivery(tx, bankId, endpointId);
    return undefined;
  }
  if (failingSince === undefined) await noteFailure(tx, bankId, endpointId, endedAt);
  const disabling = planDisabling(failingSince, result, endedAt);
  if (disabling === undefined) return undefined;
  const owner = await disableEndpoint(tx, bankId, endpointId, disabling, endedAt);
  if (owner === undefined) return undefined;
  const change = { before: { state: 'ACTIVE' }, after: { state: 'DISABLED' } };
  audit(ownerLog(owner), subjectOf(endpointId), 'DISABLED', { reason: disabling.reason }, change);
  return disabling.reason;
}
