import { checkTokenNotification, type JsonObject } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { encodeNotification, type NotificationContent, type NotifiedFacts } from './notification.ts';

const ID = '0190b5a4-3c1d-4e52-9a41-0f1e2d3c4b5a';
const AT = new Date('2026-11-20T08:00:00.007Z');

const FACTS: NotifiedFacts = {
  bank: { bankCode: '001', notificationTemplates: [] },
  card: { exid: '9123456789012345678', masked_number: '400000XXXXXX7899' },
  contact: { customer_id: 'CUSTOMER-1', mobile_phone: '+971501234567', email: 'amina@example.com', language: 'ARA' },
  token: {
    requestor_id: '4001003027',
    requestor_name: 'Example Pay',
    device_type: 'PHONE',
    activation_pref: 'SMS',
  },
};

const CARD = {
  id: { type: 'externalCardId', value: '9123456789012345678' },
  maskedCardNumber: '400000XXXXXX7899',
  clientId: 'CUSTOMER-1',
  mobilePhone: '+971501234567',
  email: 'amina@example.com',
  language: 'ARA',
  cbsNumber: '001',
};

const contentOf = (
  type: NotificationContent['type'],
  more: Partial<NotificationContent> = {},
): NotificationContent => ({
  type,
  indicator: undefined,
  reasonCode: 'LOST_PHONE',
  activationCode: undefined,
  ...more,
});
const encode = (what: NotificationContent, facts: Partial<NotifiedFacts> = {}) =>
  encodeNotification(ID, AT, { ...FACTS, ...facts }, what);

describe('a notification', () => {
  it('with a code has exactly the token fields of AC', () => {
    expect(encode(contentOf('AC', { activationCode: '042137' }))).toEqual({
      id: ID,
      type: 'AC',
      timestamp: '2026-11-20T08:00:00.007Z',
      details: {
        card: CARD,
        textMessage:
          '042137 هو رمز إضافة بطاقتك المنتهية بالرقم 7899 إلى Example Pay. الرمز صالح لمدة 10 دقائق. لا تشاركه مع أحد.',
        token: {
          activationPref: 'SMS',
          requestorId: '4001003027',
          requestorName: 'Example Pay',
          activationCode: '042137',
        },
      },
    });
  });

  it('of a completion has exactly the token fields of TC', () => {
    expect(encode(contentOf('TC')).details?.token).toEqual({
      requestorId: '4001003027',
      requestorName: 'Example Pay',
      deviceType: 'PHONE',
    });
  });

  it.each([
    ['TD', '3'],
    ['TD', '4'],
    ['TD', '6'],
    ['TE', '7'],
  ] as const)('%s with the indicator %s has exactly the token fields of an event', (type, indicator) => {
    expect(encode(contentOf(type, { indicator })).details?.token).toEqual({
      deviceType: 'PHONE',
      tokenEventReasonCode: 'LOST_PHONE',
      requestorId: '4001003027',
      requestorName: 'Example Pay',
      tokenEventIndicator: indicator,
    });
  });

  it('of each type passes a receiver’s validation without a warning', () => {
    const all = [
      contentOf('AC', { activationCode: '042137' }),
      contentOf('TC'),
      contentOf('TD', { indicator: '6' }),
      contentOf('TE', { indicator: '7' }),
    ];
    for (const one of all) {
      const json = encode(one) as unknown as JsonObject;
      expect(checkTokenNotification(json)).toEqual({ value: json, findings: [], omittedCount: 0, warnings: [] });
    }
  });

  it('leaves out values that the client record lacks, and is in English without a language', () => {
    const contact = { customer_id: 'CUSTOMER-1', mobile_phone: null, email: '', language: null };
    const { details } = encode(contentOf('TC'), { contact });
    expect(details?.card).toEqual({
      id: { type: 'externalCardId', value: '9123456789012345678' },
      maskedCardNumber: '400000XXXXXX7899',
      clientId: 'CUSTOMER-1',
      language: 'ENG',
      cbsNumber: '001',
    });
    expect(details?.textMessage).toBe('Your card ending 7899 can now be used with Example Pay.');
  });

  it('keeps values up to the maximum, counted in characters, and leaves out longer ones', () => {
    const longest = {
      customer_id: '😀'.repeat(20),
      mobile_phone: '0'.repeat(32),
      email: 'e'.repeat(255),
      language: 'L'.repeat(10),
    };
    expect(encode(contentOf('TC'), { contact: longest }).details?.card).toMatchObject({
      clientId: '😀'.repeat(20),
      mobilePhone: '0'.repeat(32),
      email: 'e'.repeat(255),
      language: 'L'.repeat(10),
    });
    const longer = {
      customer_id: '😀'.repeat(21),
      mobile_phone: '0'.repeat(33),
      email: 'e'.repeat(256),
      language: 'L'.repeat(11),
    };
    const bank = { bankCode: '0001', notificationTemplates: [] };
    expect(encode(contentOf('TC'), { contact: longer, bank }).details?.card).toEqual({
      id: { type: 'externalCardId', value: '9123456789012345678' },
      maskedCardNumber: '400000XXXXXX7899',
    });
  });
});
