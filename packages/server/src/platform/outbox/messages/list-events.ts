import { listEvents, type OutboxEvent } from '@cardwright/contract';
import type { Caller } from '../../access/index.ts';
import { cutItems, readPage } from '../../kernel/page.ts';
import { ok } from '../../kernel/result.ts';
import { readTimeRange } from '../../kernel/time/time-range.ts';
import { implementRest } from '../../operation/index.ts';
import { isoOrNull, ownerLog, ownerOf } from '../endpoints/endpoint.ts';
import { canReadSubject, maskStream } from '../endpoints/event-scopes.ts';
import { type EventRow, listEventRows } from './event-list-store.ts';

/**
 * Lists the events of the bank or acquirer, newest first, without their content
 * (docs/interface/webhooks.md#list-events).
 */
export const listEventsOperation = implementRest(listEvents, async ({ tx, caller, audit }, { query }) => {
  const owner = ownerOf(caller);
  if (!owner.ok) return owner;
  const page = readPage(query);
  if (!page.ok) return page;
  const filter = { ...readTimeRange(query), type: query.type, stream: query.stream };
  const allRows = await listEventRows(tx, owner.value, filter, page.value);
  // a search by stream reveals the object of an event
  const rows = query.stream === undefined ? allRows : allRows.filter((row) => canReadSubject(caller, row));
  const body = cutItems(
    rows,
    page.value,
    (row) => ({ at: row.created_at, id: row.event_id }),
    (row) => toEventResponse(caller, row),
  );
  audit(ownerLog(owner.value), 'events', 'listed', { events: body.items.length });
  return ok({ body });
});

export function toEventResponse(caller: Caller, row: EventRow): OutboxEvent {
  return {
    id: row.notification_id,
    type: row.type,
    indicator: row.indicator,
    stream: maskStream(caller, row),
    created_at: row.created_at.toISOString(),
    expires_at: isoOrNull(row.expires_at),
  };
}
