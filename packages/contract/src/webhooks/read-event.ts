import type { Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { list, oneOf, record, text } from '../schema/fields.ts';
import { OutboxEvent } from './list-events.ts';
import { MESSAGE_STATES } from './webhook-endpoint.ts';

export const EventWithMessages = record(
  {
    ...OutboxEvent.properties,
    messages: list(
      record(
        {
          endpoint_id: text(36),
          state: oneOf(MESSAGE_STATES, { component: 'MessageState' }),
        },
        { component: 'EventMessage' },
      ),
      { description: 'Delivery state at each endpoint' },
    ),
  },
  { component: 'EventWithMessages', extending: OutboxEvent },
);
export type EventWithMessages = Static<typeof EventWithMessages>;

export const readEvent = defineRest({
  id: 'webhooks.read-event',
  sdk: 'events.retrieve',
  title: 'Get an event',
  description: 'Returns an event and its delivery state at each endpoint, without its content.',
  reference: 'docs/interface/webhooks.md#get-an-event',
  method: 'GET',
  path: '/events/{notification_id}',
  scope: 'webhooks:read',
  params: record({ notification_id: text(36, { fieldFormat: 'uuid', description: 'Id of the event' }) }),
  refusesUnknownQuery: true,
  response: EventWithMessages,
  errors: ['notification_not_found'],
});
