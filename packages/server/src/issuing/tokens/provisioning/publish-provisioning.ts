import { randomUUID } from 'node:crypto';
import { PROVISIONING_DECISION, type ProvisioningDecisionEvent, writeJson } from '@cardwright/contract';
import type { OperationContext } from '../../../platform/operation/index.ts';
import { type Enqueue, isSubscribed } from '../../../platform/outbox/index.ts';
import { toProvisioningItem } from './provisioning-response.ts';
import type { NewProvisioning } from './provisioning-store.ts';

/**
 * Publishes the event about a decision, in its transaction, if an endpoint of the bank subscribes to it. The event follows
 * the notifications of its token in their stream; that of a decline is in the stream of its card.
 */
export async function publishProvisioning(
  { tx, now }: Pick<OperationContext, 'tx' | 'now'>,
  enqueue: Enqueue,
  bankId: string,
  row: NewProvisioning,
): Promise<void> {
  if (!(await isSubscribed(tx, bankId, PROVISIONING_DECISION))) return;
  const { card_number: _, decided_at, device_type: __, network: ___, ...decision } = toProvisioningItem(row);
  const event: ProvisioningDecisionEvent = {
    id: randomUUID(),
    type: PROVISIONING_DECISION,
    timestamp: decided_at,
    bank_id: bankId,
    ...decision,
  };
  const { id: notificationId, type } = event;
  const stream = row.token_reference === null ? `card:${row.exid ?? 'none'}` : `token:${row.token_reference}`;
  await enqueue(tx, { bankId, stream, notificationId, type, payload: writeJson({ ...event }), at: now });
}
