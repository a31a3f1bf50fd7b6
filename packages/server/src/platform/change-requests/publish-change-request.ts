import { randomUUID } from 'node:crypto';
import { type ChangeRequestEvent, writeJson } from '@cardwright/contract';
import type { Enqueue } from '../outbox/index.ts';
import type { Tx } from '../storage/index.ts';
import type { ChangeRequestRow } from './change-request-store.ts';

/** Publishes the event that a change was requested or decided, in the same transaction. */
export async function publishChangeRequest(
  tx: Tx,
  enqueue: Enqueue,
  bankId: string,
  row: ChangeRequestRow,
  { type, at }: { readonly type: ChangeRequestEvent['type']; readonly at: Date },
): Promise<void> {
  const event: ChangeRequestEvent = {
    id: randomUUID(),
    type,
    timestamp: at.toISOString(),
    bank_id: bankId,
    change_request_id: row.change_request_id,
    kinds: row.kinds,
    subject: row.subject,
    state: row.state,
    proposed_by: row.proposed_by,
    reason: row.reason,
    decided_by: row.decided_by,
    decision_reason: row.decision_reason,
    without_second_person: row.without_second_person,
  };
  const stream = `change-request:${row.change_request_id}`;
  await enqueue(tx, { bankId, stream, notificationId: event.id, type, payload: writeJson({ ...event }), at });
}
