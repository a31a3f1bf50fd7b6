import { randomUUID } from 'node:crypto';
import { type JsonObject, writeJson } from '@cardwright/contract';
import {
  BANK_OF_ACQUIRERS,
  type BatchMessage,
  type EndpointOwner,
  type EnqueueAll,
} from '../../platform/outbox/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { insertEvents } from './merchant-event-store.ts';
import type { MerchantMove, MerchantMoveContext } from './merchant-move.ts';
import { notifyScreening } from './notify-screening-store.ts';

/** The type of the notifications to an acquirer about its merchants. */
export const MERCHANT_STATUS = 'merchant.status';

/**
 * Writes the history of moved merchants and notifies their acquirer, in the caller's transaction. Notifies several
 * moves of one merchant in the given order. RECEIVED merchants are screened right after the commit.
 */
export async function recordMoves(
  tx: Tx,
  { enqueueAll }: { readonly enqueueAll: EnqueueAll },
  context: MerchantMoveContext,
  moves: readonly MerchantMove[],
): Promise<void> {
  await insertEvents(tx, context.acquirerId, context, moves);
  const messages = moves.map((move) => encodeMessage(move, context.at));
  await enqueueAll(tx, endpointOwner(context.acquirerId), messages, context.at);
  if (moves.some(({ to }) => to === 'RECEIVED')) await notifyScreening(tx);
}

function endpointOwner(acquirerId: string): EndpointOwner {
  return { bankId: BANK_OF_ACQUIRERS, kind: 'acquirer', ownerId: acquirerId };
}

function encodeMessage(move: MerchantMove, at: Date): BatchMessage {
  const { merchantId, onboardingRequestId: requestId, sequence, to: state, amendments, reason } = move;
  const id = randomUUID();
  const payload: JsonObject = {
    id,
    type: MERCHANT_STATUS,
    timestamp: at.toISOString(),
    requestId,
    merchantId,
    state,
    sequence,
    ...(amendments !== undefined && { amendments: [...amendments] }),
    ...(reason !== undefined && { reason }),
  };
  return { stream: `merchant:${merchantId}`, notificationId: id, type: MERCHANT_STATUS, payload: writeJson(payload) };
}
