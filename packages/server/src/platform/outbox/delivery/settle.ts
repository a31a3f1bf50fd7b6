import { runWork, type WorkDeps } from '../../operation/index.ts';
import type { Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import { type EndpointEvent, isOperational, publishOperationalEvents } from '../messages/publish-operational-events.ts';
import { lockStream, promoteHead } from '../messages/stream-store.ts';
import type { ClaimedMessage } from './claim-store.ts';
import type { DeliveryResult } from './delivery.ts';
import { planSettlement, type Settlement } from './delivery-schedule.ts';
import { recordOnEndpoint } from './record-on-endpoint.ts';
import { closeMessage, type Lease, postponeMessage } from './settle-store.ts';
import { storeAttempt } from './store-attempt.ts';

/** A finished attempt. */
export interface FinishedAttempt {
  readonly message: ClaimedMessage;
  /** Undefined if the endpoint was deleted during the attempt. */
  readonly owner: EndpointOwner | undefined;
  /** The start of the endpoint's run of failures that was known at the start of this attempt. */
  readonly failingSince: Date | undefined;
  /** Codes of an answer after which a message is not retried, as configured by the endpoint's owner. */
  readonly finalCodes: readonly string[];
  readonly server: string;
  readonly result: DeliveryResult;
  readonly at: Date;
  readonly endedAt: Date;
}

export interface SettlementResult {
  /** Undefined if another server has the message now. */
  readonly state: Settlement['state'] | undefined;
  /** The reason, if this attempt caused the endpoint to be disabled. */
  readonly disabledBecause: string | undefined;
}

/**
 * Stores the result of an attempt in one transaction: the message, the next one of its stream, the attempt and the
 * endpoint. If the lease was lost during the attempt, another server has the message, and only the attempt is stored.
 */
export function settle(
  deps: WorkDeps & { readonly vault: Vault },
  attempt: FinishedAttempt,
  jitter: number,
): Promise<SettlementResult> {
  const { message, endedAt } = attempt;
  const plan = planOf(attempt, jitter);
  const work = { operation: 'outbox.disable-endpoint', actor: 'cardwright', requestId: '', now: endedAt };
  return runWork(deps, work, async (context) => {
    const { tx } = context;
    const stream = { endpointId: message.endpoint_id, stream: message.stream };
    await lockStream(tx, message.bank_id, stream);
    const state = (await settleMessage(tx, attempt, plan)) ? plan.state : undefined;
    await storeAttempt(tx, deps.vault, message.bank_id, attemptOf(attempt, plan), attempt.result);
    const { disabledBecause, happened } = await recordOnEndpoint(context, attempt);
    const dead = state === 'DEAD' && !isOperational(message.type) ? [deathOf(message, attempt.result)] : [];
    const { owner } = attempt;
    if (owner !== undefined && (happened.length > 0 || dead.length > 0)) {
      await publishOperationalEvents(tx, deps.vault, owner, message.endpoint_id, [...happened, ...dead], endedAt);
    }
    return { commit: true, result: { state, disabledBecause } };
  });
}

export function deathOf(
  { notification_id: id, type }: ClaimedMessage,
  { reason }: Pick<DeliveryResult, 'reason'>,
): EndpointEvent {
  return { type: 'message.dead', reason, notification: { id, type } };
}

/** Decides the settlement of the message. `jitter` is a random number from 0 to 1. */
export function planOf({ message, result, finalCodes, endedAt }: FinishedAttempt, jitter: number): Settlement {
  const { failures, pending_since: pendingSince, expires_at: expiresAt } = message;
  const { outcome, code, retryAfterMs } = result;
  const isFinal = code !== undefined && finalCodes.includes(code);
  const failureState = { failures, pendingSince, expiresAt: expiresAt ?? undefined };
  return planSettlement(failureState, { outcome, retryAfterMs, isFinal }, endedAt, jitter);
}

/** Drops a message that expired before it could be sent, so that the next one of its stream follows. */
export function dropExpired(deps: WorkDeps, message: ClaimedMessage, server: string, now: Date): Promise<void> {
  const work = { operation: 'outbox.drop-expired', actor: 'cardwright', requestId: '', now };
  return runWork(deps, work, async ({ tx }) => {
    await lockStream(tx, message.bank_id, { endpointId: message.endpoint_id, stream: message.stream });
    await closeAndPromote(tx, { message, server }, { state: 'EXPIRED', at: now, outcome: undefined });
    return { commit: true, result: undefined };
  });
}

/** Returns false, and changes nothing, if the lease is lost. */
async function settleMessage(
  tx: Tx,
  { message, result, server, endedAt }: FinishedAttempt,
  plan: Settlement,
): Promise<boolean> {
  const { bank_id: bankId, endpoint_id: endpointId, stream } = message;
  const lease: Lease = { messageId: message.message_id, server, attempt: message.attempts };
  if (plan.state === 'PENDING') {
    const isHead = await postponeMessage(tx, bankId, lease, {
      nextAttemptAt: plan.nextAttemptAt,
      outcome: result.outcome,
    });
    if (isHead === false) await promoteHead(tx, bankId, { endpointId, stream }, endedAt);
    return isHead !== undefined;
  }
  return closeAndPromote(tx, { message, server }, { state: plan.state, at: endedAt, outcome: result.outcome });
}

/**
 * Closes a message under its lease, and makes the next one of its stream due. The caller must hold the stream lock.
 * Returns false, and changes nothing, if the lease is lost.
 */
export async function closeAndPromote(
  tx: Tx,
  { message, server }: Pick<FinishedAttempt, 'message' | 'server'>,
  closed: Parameters<typeof closeMessage>[4],
): Promise<boolean> {
  const { bank_id: bankId, endpoint_id: endpointId, stream } = message;
  const lease: Lease = { messageId: message.message_id, server, attempt: message.attempts };
  const pending = await closeMessage(tx, bankId, lease, { endpointId, stream }, closed);
  if (pending !== undefined && pending > 0) await promoteHead(tx, bankId, { endpointId, stream }, closed.at);
  return pending !== undefined;
}

function attemptOf({ message, at }: FinishedAttempt, plan: Settlement): Parameters<typeof storeAttempt>[3] {
  return {
    endpointId: message.endpoint_id,
    messageId: message.message_id,
    notificationId: message.notification_id,
    type: message.type,
    attempt: message.attempts,
    nextAttemptAt: plan.state === 'PENDING' ? plan.nextAttemptAt : undefined,
    at,
  };
}
