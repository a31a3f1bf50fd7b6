import {
  EXTERNAL_CARD_ID,
  TOKEN_EVENT_INDICATORS,
  type TokenEventIndicator,
  type TokenNotification,
  writeJson,
} from '@cardwright/contract';
import { MERCHANT_STATUS } from '../../acquiring/index.ts';

/**
 * Returns the message of an endpoint test (docs/interface/webhooks.md#test). It is complete and has a type that the
 * owner receives, but its token or merchant does not exist.
 */
export function sampleNotification(
  notificationId: string,
  at: Date,
  owner: 'bank' | 'acquirer',
  indicator: TokenEventIndicator = TOKEN_EVENT_INDICATORS.RESUME,
): { type: string; payload: string } {
  if (owner === 'acquirer') return sampleMerchantStatus(notificationId, at);
  const sample: TokenNotification = {
    id: notificationId,
    type: indicator === TOKEN_EVENT_INDICATORS.RESUME ? 'TE' : 'TD',
    timestamp: at.toISOString(),
    details: {
      card: {
        id: { type: EXTERNAL_CARD_ID, value: '0000000000000000000' },
        maskedCardNumber: '000000XXXXXX0000',
        clientId: 'SAMPLE',
        language: 'ENG',
      },
      textMessage: 'A sample. It is about no card and no token.',
      token: {
        deviceType: 'PHONE',
        tokenEventReasonCode: 'SAMPLE',
        requestorId: '00000000000',
        requestorName: 'Sample',
        tokenEventIndicator: indicator,
      },
    },
  };
  return { type: sample.type, payload: writeJson(sample) };
}

function sampleMerchantStatus(id: string, at: Date): { type: string; payload: string } {
  const about = { requestId: 'SAMPLE', merchantId: 'SAMPLE', state: 'RECEIVED', sequence: 1 };
  const payload = writeJson({ id, type: MERCHANT_STATUS, timestamp: at.toISOString(), ...about });
  return { type: MERCHANT_STATUS, payload };
}
