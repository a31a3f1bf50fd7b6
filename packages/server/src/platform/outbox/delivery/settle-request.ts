import { renderDeliveryNote } from '@cardwright/contract';
import { runWork, type WorkDeps } from '../../operation/index.ts';
import { isRefusal } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { publishOperationalEvents } from '../messages/publish-operational-events.ts';
import { promoteHeads } from '../messages/stream-store.ts';
import { answerContext } from '../outbox-seal-contexts.ts';
import type { ClaimedMessage } from './claim-store.ts';
import type { DeliveryResult } from './delivery.ts';
import { recordOnEndpoint } from './record-on-endpoint.ts';
import { type FinishedAttempt, planOf, type SettlementResult, settle } from './settle.ts';
import { createSettle } from './settle-delivered.ts';
import { lockFreeStreams, type PostponedMessage, postponeMessages } from './settle-failed-store.ts';

type SettleDeps = WorkDeps & { readonly vault: Vault };

/** A finished request with its messages. */
export interface RequestAttempt extends Omit<FinishedAttempt, 'message'> {
  readonly messages: readonly ClaimedMessage[];
}

/**
 * Settles the messages of a request, and returns the results in the same order. `jitter` varies the times of the next
 * attempts.
 */
export type SettleRequest = (request: RequestAttempt, jitter: () => number) => Promise<SettlementResult[]>;

/** Settles all messages of a request as delivered or as failed. The endpoint counts them as one attempt. */
export function createSettleRequest(deps: SettleDeps): SettleRequest {
  const settleOne = createSettle(deps);
  return async ({ messages, ...shared }, jitter) => {
    const { result } = shared;
    const [first, ...others] = messages.map((message) => ({ ...shared, message }));
    if (first === undefined) return [];
    if (others.length === 0) return [await settleOne(first, jitter())];
    const reason = renderDeliveryNote('sharedRequest', { note: result.reason, count: others.length });
    const sharedResult = { ...result, reason };
    const head: FinishedAttempt = { ...first, result: sharedResult };
    const tail = others.map((finishedAttempt): FinishedAttempt => ({ ...finishedAttempt, result: sharedResult }));
    if (result.outcome !== 'DELIVERED') return await settleFailed(deps, [head, ...tail], result, jitter);
    // the first message ends a run of failures, so that the others can be settled together
    const all = [
      head,
      ...tail.map((finishedAttempt): FinishedAttempt => ({ ...finishedAttempt, failingSince: undefined })),
    ];
    return await Promise.all(all.map((finishedAttempt) => settleOne(finishedAttempt, jitter())));
  };
}

/** Settles failed messages in one transaction if their streams are free, and the others one by one. */
async function settleFailed(
  deps: SettleDeps,
  all: readonly [FinishedAttempt, ...FinishedAttempt[]],
  result: DeliveryResult,
  jitter: () => number,
): Promise<SettlementResult[]> {
  const together = await postponeTogether(deps, all, result, jitter).catch((error: unknown) => {
    // one message must not block the others; if the result of the commit is unknown, the leases expire
    if (isRefusal(error)) return new Map<bigint, SettlementResult>();
    throw error;
  });
  const results: SettlementResult[] = [];
  for (const finishedAttempt of all) {
    results.push(together.get(finishedAttempt.message.message_id) ?? (await settle(deps, finishedAttempt, jitter())));
  }
  return results;
}

/** Postpones the messages of a failed request in one transaction. `result` is recorded for the endpoint. */
function postponeTogether(
  deps: SettleDeps,
  all: readonly [FinishedAttempt, ...FinishedAttempt[]],
  result: DeliveryResult,
  jitter: () => number,
): Promise<Map<bigint, SettlementResult>> {
  const [{ message, owner, failingSince, server, at, endedAt, result: deliveryResult }] = all;
  const { bank_id: bankId, endpoint_id: endpointId } = message;
  const work = { operation: 'outbox.disable-endpoint', actor: 'cardwright', requestId: '', now: endedAt };
  return runWork(deps, work, async (context) => {
    const { tx } = context;
    const resultsById = new Map<bigint, SettlementResult>();
    const streams = all.map((finishedAttempt) => finishedAttempt.message.stream);
    const locked = new Set(await lockFreeStreams(tx, bankId, endpointId, streams));
    const messages = all.flatMap((finishedAttempt) =>
      locked.has(finishedAttempt.message.stream) ? postponed(finishedAttempt, jitter()) : [],
    );
    if (messages.length === 0) return { commit: true, result: resultsById };
    const { answer } = result;
    const sealed = answer === undefined ? undefined : deps.vault.seal(answerContext(bankId, endpointId), answer);
    const rows = await postponeMessages(tx, bankId, { endpointId, server }, messages, {
      ...deliveryResult,
      answer: sealed,
      at,
    });
    // an earlier message that was replayed in between goes first
    const behind = rows.filter(({ is_head }) => is_head === false).map(({ stream }) => ({ endpointId, stream }));
    if (behind.length > 0) await promoteHeads(tx, bankId, behind, endedAt);
    const recorded = await recordOnEndpoint(context, { message, failingSince, result, endedAt });
    if (owner !== undefined && recorded.happened.length > 0) {
      await publishOperationalEvents(tx, deps.vault, owner, endpointId, recorded.happened, endedAt);
    }
    for (const { message_id, is_head } of rows) {
      const disabledBecause = resultsById.size === 0 ? recorded.disabledBecause : undefined;
      resultsById.set(message_id, { state: is_head === null ? undefined : 'PENDING', disabledBecause });
    }
    return { commit: true, result: resultsById };
  });
}

/**
 * Returns the message with the time of its next attempt; none if it is not retried, and has to be settled separately.
 */
function postponed(finishedAttempt: FinishedAttempt, jitter: number): PostponedMessage[] {
  const plan = planOf(finishedAttempt, jitter);
  if (plan.state !== 'PENDING') return [];
  const {
    message_id: messageId,
    stream,
    notification_id: notificationId,
    type,
    attempts: attempt,
  } = finishedAttempt.message;
  return [{ messageId, stream, notificationId, type, attempt, nextAttemptAt: plan.nextAttemptAt }];
}
