import type { MessageState } from '@cardwright/contract';
import { beginning, type Page } from '../../kernel/page.ts';
import { statement, type Tx } from '../../storage/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';

export interface EventRow {
  event_id: bigint;
  notification_id: string;
  type: string;
  indicator: string | null;
  stream: string;
  created_at: Date;
  expires_at: Date | null;
}

const COLUMNS = 'event_id, notification_id, type, indicator, stream, created_at, expires_at';
const PAGE = `(created_at, event_id) < ($3, $4) and created_at >= $6 and created_at < $7 and ($8::text is null or type = $8)
    order by created_at desc, event_id desc limit $5`;

const selectEvents = statement(
  'outbox.select-events',
  `select ${COLUMNS} from outbox_events where bank_id = $1 and owner_id = $2 and ${PAGE}`,
);
const selectEventsOfStream = statement(
  'outbox.select-events-of-stream',
  `select ${COLUMNS} from outbox_events where bank_id = $1 and owner_id = $2 and stream = $9 and ${PAGE}`,
);

export interface EventFilter {
  readonly from: Date;
  readonly to: Date;
  readonly type: string | undefined;
  readonly stream: string | undefined;
}

/** Lists events newest first, without payloads, and one row more than the page holds. */
export function listEventRows(
  tx: Tx,
  { bankId, ownerId }: EndpointOwner,
  { from, to, type, stream }: EventFilter,
  { before, limit }: Page,
): Promise<EventRow[]> {
  const { at, id } = beginning(before, to);
  const values = [bankId, ownerId, at, id, limit + 1, from, to, type ?? null];
  return stream === undefined ? tx.query(selectEvents, values) : tx.query(selectEventsOfStream, [...values, stream]);
}

const selectEvent = statement(
  'outbox.select-event',
  `select ${COLUMNS} from outbox_events where bank_id = $1 and owner_id = $2 and notification_id = $3`,
);
const selectMessagesOfEvent = statement(
  'outbox.select-messages-of-event',
  `select m.endpoint_id, m.state
     from webhook_endpoints e
     join outbox_messages m on m.bank_id = e.bank_id and m.endpoint_id = e.endpoint_id and m.notification_id = $3
    where e.bank_id = $1 and e.owner_id = $2 order by e.created_at, e.endpoint_id`,
);

export async function readEventRow(
  tx: Tx,
  { bankId, ownerId }: EndpointOwner,
  notificationId: string,
): Promise<EventRow | undefined> {
  return (await tx.query<EventRow>(selectEvent, [bankId, ownerId, notificationId]))[0];
}

export function readMessagesOfEvent(
  tx: Tx,
  { bankId, ownerId }: EndpointOwner,
  notificationId: string,
): Promise<{ endpoint_id: string; state: MessageState }[]> {
  return tx.query(selectMessagesOfEvent, [bankId, ownerId, notificationId]);
}
