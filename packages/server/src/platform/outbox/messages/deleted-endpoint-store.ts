import { statement, type Tx } from '../../storage/index.ts';

const selectDeleted = statement(
  'outbox.select-deleted-endpoints',
  'select endpoint_id, deleted_at from deleted_endpoints where bank_id = $1',
);

export interface DeletedEndpoint {
  endpoint_id: string;
  deleted_at: Date;
}

export function readDeletedEndpoints(tx: Tx, bankId: string): Promise<DeletedEndpoint[]> {
  return tx.query(selectDeleted, [bankId]);
}

const deleteMessages = statement(
  'outbox.delete-messages-of-endpoint',
  `delete from outbox_messages m
    where m.bank_id = $1 and m.ctid = any(array(
      select o.ctid from outbox_messages o where o.bank_id = $1 and o.endpoint_id = $2 limit $3
    ))
   returning m.message_id`,
);
const deleteAttempts = statement(
  'outbox.delete-attempts-of-endpoint',
  `delete from outbox_attempts a
    where a.bank_id = $1 and (a.attempt_id, a.at) in (
      select o.attempt_id, o.at from outbox_attempts o where o.bank_id = $1 and o.endpoint_id = $2 limit $3
    )
   returning a.attempt_id`,
);

/** Returns the number of deleted rows, at most twice the limit. */
export async function deleteSomeOfEndpoint(tx: Tx, bankId: string, endpointId: string, limit: number): Promise<number> {
  const messages = await tx.query(deleteMessages, [bankId, endpointId, limit]);
  const attempts = await tx.query(deleteAttempts, [bankId, endpointId, limit]);
  return messages.length + attempts.length;
}

const deleteStreams = statement(
  'outbox.delete-streams-of-endpoint',
  'delete from outbox_streams where bank_id = $1 and endpoint_id = $2',
);
const deleteEndpoint = statement(
  'outbox.delete-deleted-endpoint',
  'delete from deleted_endpoints where bank_id = $1 and endpoint_id = $2',
);

export async function removeDeletedEndpoint(tx: Tx, bankId: string, endpointId: string): Promise<void> {
  await tx.query(deleteStreams, [bankId, endpointId]);
  await tx.query(deleteEndpoint, [bankId, endpointId]);
}
