import type { Static } from 'typebox';
import { oneOf, optional, record, text } from '../schema/fields.ts';
import { alsoValues, anyText } from '../schema/tolerances.ts';

/**
 * The notification of a token event and its answer (docs/interface/token-notification.md). Sender and receiver share
 * this file.
 */

export const NOTIFICATION_TYPES = ['AC', 'TC', 'TD', 'TE'] as const;
/** AC = Activation, TC = Completion, TD = Token Events, TE = Token Resume. */
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Validity of an activation code in minutes: docs/interface/tokens.md#activation-code. */
export const ACTIVATION_CODE_MINUTES = 10;

/** Values of tokenEventIndicator. */
export const TOKEN_EVENT_INDICATORS = { DEACTIVATE: '3', DELETE: '4', SUSPEND: '6', RESUME: '7' } as const;
export type TokenEventIndicator = (typeof TOKEN_EVENT_INDICATORS)[keyof typeof TOKEN_EVENT_INDICATORS];

/** The only value in the table. It is longer than the table's own maximum of 10, which is therefore not enforced. */
export const EXTERNAL_CARD_ID = 'externalCardId';

export const NotifiedCard = record(
  {
    id: optional(
      record({
        type: optional(
          oneOf([EXTERNAL_CARD_ID] as (typeof EXTERNAL_CARD_ID | 'cardNumber')[], {
            description: 'Type of the id',
            tolerances: [alsoValues('cardNumber')],
          }),
        ),
        value: optional(
          text(30, { description: 'Id of the card: an EXID', holdsCardNumber: true, tolerances: [anyText(32)] }),
        ),
      }),
    ),
    maskedCardNumber: optional(text(19, { description: 'Masked number: first 6, X, last 4' })),
    clientId: optional(text(20, { description: 'Customer id of the cardholder', alsoSpelled: ['clintId'] })),
    mobilePhone: optional(text(32, { description: 'Mobile phone number of the cardholder' })),
    email: optional(text(255, { description: 'E-mail address of the cardholder' })),
    language: optional(text(10, { description: 'Language of the cardholder: a code such as ENG' })),
    cbsNumber: optional(
      text(3, {
        description: 'Number of the core banking system; the bank code on this server',
        tolerances: [anyText(10)],
      }),
    ),
  },
  { component: 'NotifiedCard' },
);

const NotifiedToken = record(
  {
    activationPref: optional(text(10, { description: 'Channel on which the cardholder receives the code' })),
    requestorId: optional(
      text(10, {
        description: 'Id of the requestor',
        tolerances: [anyText(11)],
      }),
    ),
    requestorName: optional(text(30, { description: 'Name of the requestor' })),
    activationCode: optional(text(30, { description: 'Activation code for the cardholder' })),
    deviceType: optional(text(10, { description: 'Type of the device, such as PHONE or WATCH' })),
    tokenEventReasonCode: optional(text(20, { description: 'Reason code of the event' })),
    tokenEventIndicator: optional(
      oneOf(Object.values(TOKEN_EVENT_INDICATORS), {
        maxLength: 30,
        description: '3 = Deactivate, 4 = Delete, 6 = Suspend (with TD), 7 = Resume (with TE)',
      }),
    ),
  },
  { component: 'NotifiedToken' },
);
export type NotifiedToken = Static<typeof NotifiedToken>;

export const TokenNotification = record(
  {
    id: text(36, { description: 'Notification id, a UUID', fieldFormat: 'uuid' }),
    type: oneOf(NOTIFICATION_TYPES, {
      maxLength: 5,
      description: 'AC = Activation, TC = Completion, TD = Token Events, TE = Token Resume',
    }),
    timestamp: text(30, { description: 'Time, ISO 8601 UTC', fieldFormat: 'utc-time' }),
    details: optional(
      record({
        card: optional(NotifiedCard),
        textMessage: optional(text(300, { description: 'Text for the cardholder' })),
        token: optional(NotifiedToken),
      }),
    ),
  },
  { component: 'TokenNotification' },
);
export type TokenNotification = Static<typeof TokenNotification>;

export const TokenNotificationResponse = record(
  {
    id: text(12, { description: 'Id assigned by the receiver' }),
    type: text(10, { description: 'Type of the notification' }),
    timestamp: text(30, { description: 'ISO 8601 date-time with fractional seconds' }),
    response: record({
      status: record({
        code: text(5, { component: 'NotificationCode', description: '00: accepted; any other code causes a repeat' }),
        description: text(30, { description: 'Text of the code' }),
      }),
    }),
  },
  { component: 'TokenNotificationResponse' },
);
export type TokenNotificationResponse = Static<typeof TokenNotificationResponse>;

const TOKEN_EVENT_FIELDS = [
  'deviceType',
  'tokenEventReasonCode',
  'requestorId',
  'requestorName',
  'tokenEventIndicator',
] as const;

/** "Token fields present per type": the fields of `details.token` for each type. */
export const TOKEN_FIELDS = {
  AC: ['activationPref', 'requestorId', 'requestorName', 'activationCode'],
  TC: ['requestorId', 'requestorName', 'deviceType'],
  TD: TOKEN_EVENT_FIELDS,
  TE: TOKEN_EVENT_FIELDS,
} as const satisfies Record<NotificationType, readonly (keyof NotifiedToken)[]>;
