import { listEvents, type OutboxEvent } from '@cardwright/contract';
import { cutItems, readPage } from '../../kernel/page.ts';
import { ok } from '../../kernel/result.ts';
import { readTimeRange } from '../../kernel/time-range.ts';
import { implementRest } from '../../operation/index.ts';
import { isoOrNull, ownerLog, ownerOf } from '../endpoints/endpoint.ts';
import { type EventRow, listEventRows } from './event-list-store.ts';

/** Events of the bank or acquirer, newest first, without their content (docs/interface/webhooks.md#events-listed). */
export const listEventsOperation = implementRest(listEvents, async ({ tx, caller, audit }, { query }) => {
  const owner = ownerOf(caller);
  if (!owner.ok) return owner;
  const page = readPage(query);
  if (!page.ok) return page;
  const filter = { ...readTimeRange(query), type: query.type, stream: query.stream };
  const rows = await listEventRows(tx, owner.value, filter, page.value);
  const body = cutItems(rows, page.value, (row) => ({ at: row.created_at, id: row.event_id }), showEvent);
  audit(ownerLog(owner.value), 'events', 'listed', { events: body.items.length });
  return ok({ body });
});

export function showEvent(row: EventRow): OutboxEvent {
  return {
    id: row.notification_id,
    type: row.type,
    indicator: row.indicator,
    stream: row.stream,
    created_at: row.created_at.toISOString(),
    expires_at: isoOrNull(row.expires_at),
  };
}
