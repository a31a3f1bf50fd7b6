import {
  DEFAULT_LANGUAGE,
  EXTERNAL_CARD_ID,
  type FieldSchema,
  type NotificationType,
  NotifiedCard,
  type NotifiedToken,
  TOKEN_FIELDS,
  type TokenEventIndicator,
  type TokenNotification,
} from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { Contact } from '../clients/index.ts';
import { writeNotificationText } from './notification-text.ts';

/** The records from which a notification is built. */
export interface NotifiedFacts {
  readonly bank: Pick<Bank, 'bankCode' | 'notificationTemplates'>;
  readonly card: { readonly exid: string; readonly masked_number: string };
  readonly contact: Contact;
  readonly token: {
    readonly requestor_id: string;
    readonly requestor_name: string;
    readonly device_type: string;
    readonly activation_pref: string | null;
  };
}

export interface NotificationContent {
  readonly type: NotificationType;
  readonly indicator: TokenEventIndicator | undefined;
  readonly reasonCode: string;
  readonly activationCode: string | undefined;
}

/**
 * Encodes a notification (docs/interface/token-notification.md#message) with exactly the token fields of its type.
 * Every value is within its maximum length.
 */
export function encodeNotification(
  id: string,
  at: Date,
  facts: NotifiedFacts,
  content: NotificationContent,
): TokenNotification {
  const { bank, card, contact, token } = facts;
  const language = contact.language || DEFAULT_LANGUAGE;
  return {
    id,
    type: content.type,
    timestamp: at.toISOString(),
    details: {
      card: {
        id: { type: EXTERNAL_CARD_ID, value: card.exid },
        ...withinMaxima({
          maskedCardNumber: card.masked_number,
          clientId: contact.customer_id,
          mobilePhone: contact.mobile_phone,
          email: contact.email,
          language,
          cbsNumber: bank.bankCode,
        }),
      },
      textMessage: writeNotificationText(bank.notificationTemplates, content, language, {
        activationCode: content.activationCode ?? '',
        last4: card.masked_number.slice(-4),
        requestorName: token.requestor_name,
        deviceType: token.device_type,
      }),
      token: tokenFields(facts, content),
    },
  };
}

function tokenFields({ token }: NotifiedFacts, content: NotificationContent): NotifiedToken {
  const all: Record<keyof NotifiedToken, string | null | undefined> = {
    activationPref: token.activation_pref,
    requestorId: token.requestor_id,
    requestorName: token.requestor_name,
    activationCode: content.activationCode,
    deviceType: token.device_type,
    tokenEventReasonCode: content.reasonCode,
    tokenEventIndicator: content.indicator,
  };
  return Object.fromEntries(TOKEN_FIELDS[content.type].map((field) => [field, all[field]]));
}

/** Leaves out empty values and values over their maximum length: a truncated phone number could belong to another person. */
function withinMaxima(fields: Record<string, string | null>): Record<string, string> {
  const { properties = {} } = NotifiedCard as unknown as FieldSchema;
  const entries = Object.entries(fields).filter((field): field is [string, string] => {
    const [name, value] = field;
    return value !== null && value !== '' && [...value].length <= (properties[name]?.maxLength ?? 0);
  });
  return Object.fromEntries(entries);
}
