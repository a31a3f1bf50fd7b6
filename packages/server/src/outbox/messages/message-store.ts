import type { MessageState } from '@cardwright/contract';
import type { Page } from '../../kernel/page.ts';
import { statement, type Tx } from '../../storage/index.ts';

export interface MessageRow {
  message_id: bigint;
  notification_id: string;
  type: string;
  stream: string;
  stream_sequence: bigint;
  state: MessageState;
  attempts: number;
  created_at: Date;
  next_attempt_at: Date | null;
  settled_at: Date | null;
}

const COLUMNS = `message_id, notification_id, type, stream, stream_sequence, state, attempts, created_at,
  next_attempt_at, settled_at`;

const selectMessages = statement(
  'outbox.select-messages',
  `select ${COLUMNS} from outbox_messages
    where bank_id = $1 and endpoint_id = $2 and ($3::text is null or state = $3) and (created_at, message_id) < ($4, $5)
    order by created_at desc, message_id desc limit $6`,
);
// the state is tested twice, so that the partial index finds the few undelivered messages without the delivered ones
const selectUndelivered = statement(
  'outbox.select-undelivered',
  `select ${COLUMNS} from outbox_messages
    where bank_id = $1 and endpoint_id = $2 and state <> 'DELIVERED' and state = $3
      and (created_at, message_id) < ($4, $5)
    order by created_at desc, message_id desc limit $6`,
);

/** Newest first, without payloads. Reads one row more than the page holds. */
export function listEndpointMessages(
  tx: Tx,
  bankId: string,
  endpointId: string,
  state: MessageState | undefined,
  { before, limit }: Page,
): Promise<MessageRow[]> {
  const asked = state === undefined || state === 'DELIVERED' ? selectMessages : selectUndelivered;
  return tx.query(asked, [bankId, endpointId, state ?? null, before.at, before.id, limit + 1]);
}
