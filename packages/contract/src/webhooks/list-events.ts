import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { instantField, optional, record, text } from '../schema/fields.ts';
import { itemsQuery, pageOf, timeQuery } from '../schema/page.ts';

export const OutboxEvent = record(
  {
    id: text(36, { description: 'Notification id, same for every endpoint' }),
    type: text(40, { description: 'Type of the event' }),
    indicator: Type.Union([text(30), Type.Null()], { description: 'tokenEventIndicator; null for types without one' }),
    stream: text(100, { description: 'Events of one stream are delivered in order' }),
    created_at: instantField(),
    expires_at: Type.Union([text(24), Type.Null()], { description: 'Time at which the event expires' }),
  },
  { component: 'OutboxEvent' },
);
export type OutboxEvent = Static<typeof OutboxEvent>;

export const listEvents = defineRest({
  id: 'webhooks.list-events',
  sdk: 'events.list',
  title: 'List events',
  description: 'Lists the events of the bank or acquirer, newest first, including events that no endpoint received.',
  reference: 'docs/interface/webhooks.md#list-events',
  method: 'GET',
  path: '/events',
  scope: 'webhooks:read',
  query: record({
    type: optional(text(40, { description: 'Only events of this type' })),
    stream: optional(text(100, { description: 'Only events of this stream, such as token:UUID' })),
    ...timeQuery,
    ...itemsQuery,
  }),
  refusesUnknownQuery: true,
  response: pageOf(OutboxEvent),
});
