import { statement, type Tx } from '../../storage/index.ts';

const deleteEndpointStatement = statement(
  'outbox.delete-endpoint',
  `with keys as (delete from webhook_keys where bank_id = $1 and endpoint_id = $2),
     dropped as (insert into deleted_endpoints (bank_id, endpoint_id, deleted_at) values ($1, $2, $3))
   delete from webhook_endpoints where bank_id = $1 and endpoint_id = $2`,
);

/** Deletes the endpoint and its keys. The periodic jobs delete the rest later. */
export async function dropEndpoint(tx: Tx, bankId: string, endpointId: string, now: Date): Promise<void> {
  await tx.query(deleteEndpointStatement, [bankId, endpointId, now]);
}
