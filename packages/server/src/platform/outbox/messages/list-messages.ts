import { type DeliveryOutcome, listMessages, type OutboxMessage } from '@cardwright/contract';
import type { Caller } from '../../access/index.ts';
import { cutPage, readPage } from '../../kernel/page.ts';
import { ok } from '../../kernel/result.ts';
import { implementRest } from '../../operation/index.ts';
import { findOwnEndpoint, isoOrNull, ownerLog, subjectOf } from '../endpoints/endpoint.ts';
import { canReadSubject, maskStream } from '../endpoints/event-scopes.ts';
import { listEndpointMessages, type MessageRow } from './message-store.ts';

/** Lists the messages of an endpoint without their payloads, newest first. */
export const listMessagesOperation = implementRest(listMessages, async ({ tx, caller, audit }, { params, query }) => {
  const resolved = await findOwnEndpoint(tx, caller, params.endpoint_id);
  if (!resolved.ok) return resolved;
  const page = readPage(query);
  if (!page.ok) return page;
  const { bankId } = resolved.value.owner;
  const filter = { ...filterOf(query), state: query.state };
  const allRows = await listEndpointMessages(tx, bankId, params.endpoint_id, filter, page.value);
  const all = filter.stream === undefined ? allRows : allRows.filter((row) => canReadSubject(caller, row));
  const { rows, nextCursor } = cutPage(all, page.value, ({ created_at: at, message_id: id }) => ({ at, id }));
  audit(ownerLog(resolved.value.owner), subjectOf(params.endpoint_id), 'messages read', { messages: rows.length });
  return ok({ body: { messages: rows.map((row) => encodeMessage(caller, row)), next_cursor: nextCursor } });
});

interface DeliveryQuery {
  readonly notification_id?: string;
  readonly token_reference?: string;
  readonly outcome?: DeliveryOutcome;
}

/** The filter of lists of messages and attempts. */
export function filterOf({ notification_id: id, token_reference: token, outcome }: DeliveryQuery) {
  const stream = token === undefined ? undefined : `token:${token.toLowerCase()}`;
  return { notificationId: id?.toLowerCase(), stream, outcome };
}

export function encodeMessage(caller: Caller, row: MessageRow): OutboxMessage {
  return {
    notification_id: row.notification_id,
    type: row.type,
    stream: maskStream(caller, row),
    sequence: Number(row.stream_sequence),
    state: row.state,
    attempts: row.attempts,
    last_outcome: row.last_outcome,
    created_at: row.created_at.toISOString(),
    next_attempt_at: isoOrNull(row.next_attempt_at),
    expires_at: isoOrNull(row.expires_at),
    settled_at: isoOrNull(row.settled_at),
  };
}
