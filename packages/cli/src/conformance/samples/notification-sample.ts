import { randomUUID } from 'node:crypto';
import type { JsonObject, NotificationType } from '@cardwright/contract';

const TOKEN = {
  activationPref: 'SMS',
  requestorId: '4001003027',
  requestorName: 'Example Pay',
  activationCode: '482913',
  deviceType: 'PHONE',
  tokenEventReasonCode: 'LOST_DEVICE',
};

/** A notification with every field of the table, including the fields of other types. */
export function notificationSample(type: NotificationType, now: Date): JsonObject {
  return {
    id: randomUUID(),
    type,
    timestamp: now.toISOString(),
    details: {
      card: {
        id: { type: 'externalCardId', value: '9000000000000000001' },
        maskedCardNumber: '400000XXXXXX0018',
        clientId: 'CIF-100001',
        mobilePhone: '+971500000001',
        email: 'amina@example.com',
        language: 'ENG',
        cbsNumber: '001',
      },
      textMessage: 'Your token was suspended.',
      token: { ...TOKEN, tokenEventIndicator: type === 'TE' ? '7' : '6' },
    },
  };
}
