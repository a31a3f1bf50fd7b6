import { randomUUID } from 'node:crypto';
import type { Configuration } from '../host/configuration/configuration-schema.ts';

/** Two banks with the keys of their senders: a shared secret each, and an ed25519 key pair for the second. */
export const SECRET_A = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
export const SECRET_B = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=';
export const PRIVATE_B = 'whsk_VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=';
export const PUBLIC_B = 'whpk_ZlN4eg7dSSqi0moX9hQUk3orrOouK3QVQSlJa248c/g=';

const SCOPES: Configuration['oauth_clients'][number]['scopes'] = [
  'notifications:write',
  'notifications:read',
  'contract-warnings:read',
];

export function receivingBank(bankId: string, code: string, secrets?: string[]): Configuration['banks'][number] {
  return {
    bank_id: bankId,
    bank_code: code,
    name: `Bank ${bankId}`,
    country: 'AE',
    currency: 'AED',
    time_zone: 'Asia/Dubai',
    products: [],
    ...(secrets !== undefined && { receiver_secrets: secrets }),
  };
}

export const RECEIVING_BANKS: Configuration = {
  banks: [receivingBank('RECA', '051', [SECRET_A]), receivingBank('RECB', '052', [SECRET_B, PUBLIC_B])],
  oauth_clients: ['RECA', 'RECB'].map((bankId) => ({
    client_id: bankId.toLowerCase(),
    secret: `${bankId.toLowerCase()}-secret`,
    kind: 'bank',
    bank_id: bankId,
    scopes: SCOPES,
  })),
};

const CARD = {
  id: { type: 'externalCardId', value: '90000000000000000001' },
  maskedCardNumber: '400000XXXXXX0018',
  clientId: '1000045',
  mobilePhone: '+971500000009',
  email: 'cardholder@example.com',
  language: 'ENG',
  cbsNumber: '001',
};
const REQUESTOR = { requestorId: '5011000001', requestorName: 'Phone Pay' };
const EVENT = { deviceType: 'PHONE', tokenEventReasonCode: 'LOST_DEVICE', ...REQUESTOR };

/** `details.token` of each type, with the members that docs/interface/token-notification.md#message lists. */
export const TOKEN_OF_TYPE = {
  AC: { activationPref: 'SMS', ...REQUESTOR, activationCode: '482913' },
  TC: { ...REQUESTOR, deviceType: 'PHONE' },
  TD: { ...EVENT, tokenEventIndicator: '6' },
  TE: { ...EVENT, tokenEventIndicator: '7' },
} as const;
export type AnyType = keyof typeof TOKEN_OF_TYPE;

/** Creates a notification with every field of its type and its own id. `more` replaces members. */
export function notification(type: AnyType = 'TC', more: Record<string, unknown> = {}) {
  return {
    id: randomUUID(),
    type,
    timestamp: '2026-11-20T07:59:58Z',
    details: {
      card: CARD,
      textMessage: `Your code is ${type === 'AC' ? '482913' : 'not asked for'}`,
      token: TOKEN_OF_TYPE[type],
    },
    ...more,
  };
}
