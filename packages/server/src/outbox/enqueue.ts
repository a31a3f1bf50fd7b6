import { statement, type Tx } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import { payloadContext } from './sealed.ts';

/** A notification to be sent to every endpoint of its bank. */
export interface NewMessage {
  readonly bankId: string;
  /** Messages of one stream are delivered strictly in the order in which they were written. */
  readonly stream: string;
  /** The same for every endpoint and every attempt: what receivers know a repeat by. */
  readonly notificationId: string;
  readonly type: string;
  /** JSON text, sent as it stands. */
  readonly payload: string;
  readonly at: Date;
}

/**
 * Writes a notification in the transaction of what it tells. Several streams are written into in the order of their names
 * (by code unit), as a replay locks them: two transactions could wait for each other otherwise.
 */
export type Enqueue = (tx: Tx, message: NewMessage) => Promise<void>;

// a stream is counted up before its message is written, and both see it as the transaction before left it: so the one that
// finds nobody pending before it is the head, whatever else is being settled
const insertMessages = statement(
  'outbox.insert-messages',
  `with streams as (
     insert into outbox_streams (bank_id, endpoint_id, stream, last_sequence, pending)
     select e.bank_id, e.endpoint_id, $2, 1, 1 from webhook_endpoints e
      where e.bank_id = $1 and e.owner_kind = 'bank' order by e.endpoint_id
     on conflict (bank_id, endpoint_id, stream) do update
       set last_sequence = outbox_streams.last_sequence + 1, pending = outbox_streams.pending + 1
     returning bank_id, endpoint_id, last_sequence, pending
   ), written as (
     insert into outbox_messages (bank_id, endpoint_id, stream, stream_sequence, notification_id, type, sealed_payload,
       key_version, created_at, pending_since, next_attempt_at)
     select s.bank_id, s.endpoint_id, $2, s.last_sequence, $3, $4, $5, $6, $7, $7,
            case when s.pending = 1 then $7::timestamptz end
       from streams s
     returning message_id
   )
   select pg_notify('cardwright_outbox', '') where exists (select from written)`,
);

/** Messages for every endpoint of the bank, whatever its state: a paused one gets them once it is active again. */
export function createEnqueue(vault: Vault): Enqueue {
  return async (tx, { bankId, stream, notificationId, type, payload, at }) => {
    const { sealed, keyVersion } = vault.seal(payloadContext(bankId, notificationId), payload);
    await tx.query(insertMessages, [bankId, stream, notificationId, type, sealed, keyVersion, at]);
  };
}
