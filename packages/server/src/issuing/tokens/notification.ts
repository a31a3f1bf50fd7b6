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
 * The notification of docs/interface/token-notification.md#message, with exactly the token fields of its type; every
 * value is within its maximum length.
 */
export function encodeNotification(
  id: string,
  at: Date,
  facts: NotifiedFacts,
  told: NotificationContent,
): TokenNotification {
  const { bank, card, contact, token } = facts;
  const language = contact.language || DEFAULT_LANGUAGE;
  return {
    id,
    type: told.type,
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
      textMessage: writeNotificationText(bank.notificationTemplates, told, language, {
        activationCode: told.activationCode ?? '',
        last4: card.masked_number.slice(-4),
        requestorName: token.requestor_name,
        deviceType: token.device_type,
      }),
      token: tokenFields(facts, told),
    },
  };
}

function tokenFields({ token }: NotifiedFacts, told: NotificationContent): NotifiedToken {
  const all: Record<keyof NotifiedToken, string | null | undefined> = {
    activationPref: token.activation_pref,
    requestorId: token.requestor_id,
    requestorName: token.requestor_name,
    activationCode: told.activationCode,
    deviceType: token.device_type,
    tokenEventReasonCode: told.reasonCode,
    tokenEventIndicator: told.indicator,
  };
  return Object.fromEntries(TOKEN_FIELDS[told.type].map((field) => [field, all[field]]));
}

/** Leaves out empty values and values over their maximum length: a truncated phone number would be somebody else's. */
function withinMaxima(fields: Record<string, string | null>): Record<string, string> {
  const { properties = {} } = NotifiedCard as unknown as FieldSchema;
  const kept = Object.entries(fields).filter((field): field is [string, string] => {
    const [name, value] = field;
    return value !== null && value !== '' && [...value].length <= (properties[name]?.maxLength ?? 0);
  });
  return Object.fromEntries(kept);
}
