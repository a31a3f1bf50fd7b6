import type { DeliveryOutcome, MessageState } from '@cardwright/contract';
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
  last_outcome: DeliveryOutcome | null;
  expires_at: Date | null;
  created_at: Date;
  next_attempt_at: Date | null;
  settled_at: Date | null;
}

export const MESSAGE_COLUMNS = `message_id, notification_id, type, stream, stream_sequence, state, attempts, last_outcome, created_at,
  next_attempt_at, expires_at, settled_at`;

/** The filter of a list. Undefined members match everything. */
interface MessageFilter {
  readonly state: MessageState | undefined;
  readonly outcome: DeliveryOutcome | undefined;
  readonly notificationId: string | undefined;
  /** The stream of a token. */
  readonly stream: string | undefined;
}

const BEFORE_PLACE = `bank_id = $1 and endpoint_id = $2 and (created_at, message_id) < ($3, $4)
      and ($6::text is null or state = $6) and ($7::text is null or last_outcome = $7)`;
const NEWEST = 'order by created_at desc, message_id desc limit $5';

const selectMessages = statement(
  'outbox.select-messages',
  `select ${MESSAGE_COLUMNS} from outbox_messages where ${BEFORE_PLACE} ${NEWEST}`,
);
// the state is tested twice, so that the partial index finds the few undelivered messages without reading the delivered
// ones
const selectUndelivered = statement(
  'outbox.select-undelivered',
  `select ${MESSAGE_COLUMNS} from outbox_messages where ${BEFORE_PLACE} and state <> 'DELIVERED' ${NEWEST}`,
);
const selectOfNotification = statement(
  'outbox.select-messages-of-notification',
  `select ${MESSAGE_COLUMNS} from outbox_messages
    where ${BEFORE_PLACE} and notification_id = $8 and ($9::text is null or stream = $9) ${NEWEST}`,
);
const selectOfStream = statement(
  'outbox.select-messages-of-stream',
  `select ${MESSAGE_COLUMNS} from outbox_messages where ${BEFORE_PLACE} and stream = $8 ${NEWEST}`,
);

/**
 * Lists messages newest first, without payloads, and one row more than the page holds. There is one statement for each
 * index.
 */
export function listEndpointMessages(
  tx: Tx,
  bankId: string,
  endpointId: string,
  { state, outcome, notificationId, stream }: MessageFilter,
  { before, limit }: Page,
): Promise<MessageRow[]> {
  const page = [bankId, endpointId, before.at, before.id, limit + 1, state ?? null, outcome ?? null];
  if (notificationId !== undefined) return tx.query(selectOfNotification, [...page, notificationId, stream ?? null]);
  if (stream !== undefined) return tx.query(selectOfStream, [...page, stream]);
  return tx.query(state === undefined || state === 'DELIVERED' ? selectMessages : selectUndelivered, page);
}
