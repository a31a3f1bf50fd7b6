import type { Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { NOTIFICATION_TYPES } from '../tokens/token-notification.ts';

const display = (max: number, description?: string) =>
  optional(text(max, description === undefined ? {} : { description }));

/** A received notification, without the activation code and the cardholder text that contains it. */
export const ReceivedNotification = record(
  {
    id: text(36, { description: 'Notification id' }),
    type: oneOf(NOTIFICATION_TYPES),
    timestamp: text(30, { description: 'Timestamp of the sender, as sent' }),
    received_at: text(30, { description: 'Time of receipt, ISO 8601 UTC' }),
    answer_id: text(12, { description: 'Id in the response' }),
    authenticated_by: oneOf(['BEARER', 'SIGNATURE'], { description: 'Authentication method of the sender' }),
    details: optional(
      record({
        card: optional(
          record({
            id: optional(
              record({
                type: display(14),
                value: optional(text(32, { description: 'Id of the card; a card number is masked' })),
              }),
            ),
            maskedCardNumber: display(19),
            clientId: display(20),
            mobilePhone: display(32),
            email: display(255),
            language: display(10),
            cbsNumber: display(10),
          }),
        ),
        textMessage: display(300, 'Text for the cardholder; absent if it may contain an activation code'),
        token: optional(
          record({
            activationPref: display(10),
            requestorId: display(11),
            requestorName: display(30),
            deviceType: display(10),
            tokenEventReasonCode: display(20),
            tokenEventIndicator: display(30),
          }),
        ),
      }),
    ),
  },
  { component: 'ReceivedNotification' },
);
export type ReceivedNotification = Static<typeof ReceivedNotification>;

export const listNotifications = defineRest({
  id: 'receiver.list-notifications',
  sdk: 'tokenNotifications.list',
  title: 'List received notifications',
  description: 'Lists the token notifications that the bank received, newest first, without activation codes.',
  reference: 'docs/interface/token-notification.md#list',
  method: 'GET',
  path: '/webhook/TokenNotification',
  scope: 'notifications:read',
  query: record({
    type: optional(oneOf(NOTIFICATION_TYPES, { description: 'Only notifications of this type' })),
    ...pageQuery,
  }),
  response: record({
    notifications: list(ReceivedNotification, { description: 'Notifications, newest first' }),
    next_cursor: nextCursor,
  }),
});
