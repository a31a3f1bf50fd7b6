import { randomUUID } from 'node:crypto';
import { type OperationalEvent, writeJson } from '@cardwright/contract';
import type { Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { EndpointNotice } from '../endpoints/endpoint-notice.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import { createEnqueueAll } from './enqueue.ts';

/** An event about an endpoint, or about a message to it. */
export interface EndpointEvent {
  readonly type: OperationalEvent;
  /** A sentence for people. */
  readonly reason: string;
  /** The message that became dead. */
  readonly notification?: { readonly id: string; readonly type: string };
  readonly change?: EndpointNotice['change'];
}

/** Whether a message is an operational event. A dead one causes no further event, because that would never end. */
export function isOperational(type: string): boolean {
  return /^(endpoint|message)\./.test(type);
}

/**
 * Writes operational events for the owner's other endpoints, in the transaction that they report
 * (docs/interface/webhooks.md#operational-events). Each has its own stream, so that a failing endpoint does not wait
 * for another one.
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
