import { randomUUID } from 'node:crypto';
import { type OperationalEvent, writeJson } from '@cardwright/contract';
import type { Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { EndpointNotice } from '../endpoints/endpoint-notice.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import { createEnqueueAll } from './enqueue.ts';

/** What happened to an endpoint, or to a message on its way there. */
export interface EndpointEvent {
  readonly type: OperationalEvent;
  /** In words, for people. */
  readonly reason: string;
  /** The message that was given up. */
  readonly notification?: { readonly id: string; readonly type: string };
  readonly change?: EndpointNotice['change'];
}

/** Whether a message is about an endpoint: when it is given up, nobody is told, or there would be no end. */
export function isOperational(type: string): boolean {
  return /^(endpoint|message)\./.test(type);
}

/**
 * Writes operational events (docs/interface/webhooks.md#operational-events) in the transaction of what they tell, for the
 * owner's other endpoints. Each has a stream of its own: an endpoint that fails must not wait for another that does.
 */
export async function publishOperationalEvents(
  tx: Tx,
  vault: Vault,
  owner: EndpointOwner,
  endpointId: string,
  happened: readonly EndpointEvent[],
  at: Date,
): Promise<void> {
  const messages = happened.map(({ type, reason, notification, change }) => {
    const id = randomUUID();
    const about = notification && { notificationId: notification.id, notificationType: notification.type };
    const payload = { id, type, timestamp: at.toISOString(), endpointId, reason, ...about, ...change };
    return { stream: `operational:${id}`, notificationId: id, type, payload: writeJson(payload) };
  });
  await createEnqueueAll(vault)(tx, owner, messages, at, endpointId);
}
