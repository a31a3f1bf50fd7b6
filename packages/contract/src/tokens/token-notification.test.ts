import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/exact-number.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { tableOf } from '../testing/table.ts';
import { checkTokenNotification } from './check-token-notification.ts';
import { TOKEN_FIELDS, TokenNotification, TokenNotificationResponse } from './token-notification.ts';

const notification = TokenNotification as unknown as FieldSchema;
const details = notification.properties!.details!;

describe('the token notification', () => {
  it('has its fields and maximum lengths', () => {
    expect(tableOf(notification)).toEqual({
      id: 'required 36',
      type: 'required 5',
      timestamp: 'required 30',
      details: 'optional',
    });
    expect(tableOf(details)).toEqual({ card: 'optional', textMessage: 'optional 300', token: 'optional' });
    expect(tableOf(details.properties!.card)).toEqual({
      id: 'optional',
      maskedCardNumber: 'optional 19',
      clientId: 'optional 20',
      mobilePhone: 'optional 32',
      email: 'optional 255',
      language: 'optional 10',
      cbsNumber: 'optional 3',
    });
    // The only value in the table exceeds the table's own maximum of 10.
    expect(tableOf(details.properties!.card!.properties!.id)).toEqual({ type: 'optional', value: 'optional 30' });
    expect(details.properties!.card!.properties!.id!.properties!.type!.enum).toEqual(['externalCardId']);
    expect(tableOf(details.properties!.token)).toEqual({
      activationPref: 'optional 10',
      requestorId: 'optional 10',
      requestorName: 'optional 30',
      activationCode: 'optional 30',
      deviceType: 'optional 10',
      tokenEventReasonCode: 'optional 20',
      tokenEventIndicator: 'optional 30',
    });
    expect(details.properties!.token!.properties!.tokenEventIndicator!.enum).toEqual(['3', '4', '6', '7']);
    expect(notification.properties!.type!.enum).toEqual(['AC', 'TC', 'TD', 'TE']);
  });

  it('has the token fields of its type', () => {
    const event = ['deviceType', 'tokenEventReasonCode', 'requestorId', 'requestorName', 'tokenEventIndicator'];
    expect(TOKEN_FIELDS).toEqual({
      AC: ['activationPref', 'requestorId', 'requestorName', 'activationCode'],
      TC: ['requestorId', 'requestorName', 'deviceType'],
      TD: event,
      TE: event,
    });
  });

  it('has a response with the defined fields', () => {
    const response = TokenNotificationResponse as unknown as FieldSchema;
    expect(tableOf(response)).toEqual({
      id: 'required 12',
      type: 'required 10',
      timestamp: 'required 30',
      response: 'required',
    });
    expect(tableOf(response.properties!.response!.properties!.status)).toEqual({
      code: 'required 5',
      description: 'required 30',
    });
  });
});

const CARD = {
  id: { type: 'externalCardId', value: '9123456789012345678' },
  maskedCardNumber: '400000XXXXXX7899',
  clientId: 'CUSTOMER-1',
  mobilePhone: '+971501234567',
  email: 'amina@example.com',
  language: 'ENG',
  cbsNumber: '001',
};
const TOKEN: Record<string, JsonObject> = {
  AC: { activationPref: 'SMS', requestorId: '4001', requestorName: 'Example Pay', activationCode: '123456' },
  TC: { requestorId: '4001', requestorName: 'Example Pay', deviceType: 'PHONE' },
  TD: {
    deviceType: 'PHONE',
    tokenEventReasonCode: 'LOST_PHONE',
    requestorId: '4001',
    requestorName: 'Example Pay',
    tokenEventIndicator: '6',
  },
  TE: {
    deviceType: 'PHONE',
    tokenEventReasonCode: 'FOUND',
    requestorId: '4001',
    requestorName: 'Example Pay',
    tokenEventIndicator: '7',
  },
};

function body(type: string, change: { card?: JsonObject; token?: JsonObject; textMessage?: string } = {}): JsonObject {
  return {
    id: '0190b5a4-3c1d-7e52-9a41-0f1e2d3c4b5a',
    type,
    timestamp: '2026-11-20T08:00:00.000Z',
    details: {
      card: { ...CARD, ...change.card },
      textMessage: change.textMessage ?? 'Your card can now be used.',
      token: { ...TOKEN[type], ...change.token },
    },
  };
}

const without = (value: JsonObject, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)) as JsonObject;

describe('a received notification', () => {
  it.each(['AC', 'TC', 'TD', 'TE'])('%s is accepted unchanged, without a warning', (type) => {
    const sent = body(type);
    expect(checkTokenNotification(sent)).toEqual({ value: sent, findings: [], omittedCount: 0, warnings: [] });
  });

  it.each(['3', '4', '6'])('TD may have the indicator %s', (tokenEventIndicator) => {
    expect(checkTokenNotification(body('TD', { token: { tokenEventIndicator } })).findings).toEqual([]);
  });

  it.each([
    ['TD', '7', 'must be 3 or 4 or 6 with type TD'],
    ['TE', '3', 'must be 7 with type TE'],
    ['TE', '4', 'must be 7 with type TE'],
    ['TE', '6', 'must be 7 with type TE'],
  ])('%s with the indicator %s is refused', (type, tokenEventIndicator, message) => {
    const path = 'details.token.tokenEventIndicator';
    expect(checkTokenNotification(body(type, { token: { tokenEventIndicator } })).findings).toEqual([
      { path, error: 'value_not_allowed', message },
    ]);
  });

  it.each(Object.entries(TOKEN).flatMap(([type, token]) => Object.keys(token).map((field) => [type, field] as const)))(
    '%s without %s, or with an empty one, is accepted with a warning',
    (type, field) => {
      const expected = { findings: [], warnings: [{ path: `details.token.${field}`, rule: 'type-field-missing' }] };
      const sent = body(type);
      const { card, token } = sent.details as { card: JsonObject; token: JsonObject };
      const missing = { ...sent, details: { card, token: without(token, field) } };
      expect(checkTokenNotification(missing)).toMatchObject(expected);
      if (field === 'tokenEventIndicator') return;
      expect(checkTokenNotification(body(type, { token: { [field]: '' } }))).toMatchObject(expected);
    },
  );

  it('may lack details; a field that its type usually has causes a warning', () => {
    const { id, timestamp } = body('TC');
    const bare = { id: id!, type: 'TC', timestamp: timestamp! };
    expect(checkTokenNotification({ ...bare, details: { token: TOKEN.TC! } }).warnings).toEqual([]);
    expect(checkTokenNotification(bare).findings).toEqual([]);
    expect(checkTokenNotification(bare).warnings.map(({ path }) => path)).toEqual([
      'details.token.requestorId',
      'details.token.requestorName',
      'details.token.deviceType',
    ]);
  });

  it.each([
    ['cardNumber as the type of the id', { id: { type: 'cardNumber', value: '1' } }, 'id.type', 'other-value'],
    ['32 characters as the id', { id: { value: 'x'.repeat(32) } }, 'id.value', 'any-text'],
    ['10 characters as cbsNumber', { cbsNumber: '0012345678' }, 'cbsNumber', 'any-text'],
  ] as [string, JsonObject, string, string][])('is accepted with %s, with a warning', (_what, card, path, rule) => {
    const sent = body('TC', { card });
    const warnings = [{ path: `details.card.${path}`, rule }];
    expect(checkTokenNotification(sent)).toEqual({ value: sent, findings: [], omittedCount: 0, warnings });
  });

  it('is accepted with a requestorId of 11 characters, with a warning', () => {
    const sent = body('TC', { token: { requestorId: '40010030273' } });
    const warnings = [{ path: 'details.token.requestorId', rule: 'any-text' }];
    expect(checkTokenNotification(sent)).toEqual({ value: sent, findings: [], omittedCount: 0, warnings });
  });

  it('is accepted with clintId, which is renamed to clientId', () => {
    const { clientId: _, ...card } = CARD;
    const message = body('TC');
    const sent = { ...message, details: { card: { ...card, clintId: 'CUSTOMER-1' }, token: TOKEN.TC! } };
    const { value, findings, warnings } = checkTokenNotification(sent);
    expect(findings).toEqual([]);
    expect(warnings).toEqual([{ path: 'details.card.clintId', rule: 'other-key' }]);
    expect(value.details?.card).toEqual(CARD);
  });

  it.each([
    ['a card id of 33 characters', { id: { value: 'x'.repeat(33) } }, {}, 'details.card.id.value', 'wrong_length'],
    ['another id type', { id: { type: 'EXID' } }, {}, 'details.card.id.type', 'value_not_allowed'],
    ['a cbsNumber of 11', { cbsNumber: 'x'.repeat(11) }, {}, 'details.card.cbsNumber', 'wrong_length'],
    [
      'a masked number of 20',
      { maskedCardNumber: 'X'.repeat(20) },
      {},
      'details.card.maskedCardNumber',
      'wrong_length',
    ],
    ['a clientId of 21', { clientId: 'x'.repeat(21) }, {}, 'details.card.clientId', 'wrong_length'],
    ['a language of 11', { language: 'x'.repeat(11) }, {}, 'details.card.language', 'wrong_length'],
    ['null as email', { email: null }, {}, 'details.card.email', 'wrong_format'],
    ['a requestorId of 12', {}, { requestorId: '400100302730' }, 'details.token.requestorId', 'wrong_length'],
    ['a requestorName of 31', {}, { requestorName: 'x'.repeat(31) }, 'details.token.requestorName', 'wrong_length'],
    ['a deviceType of 11', {}, { deviceType: 'x'.repeat(11) }, 'details.token.deviceType', 'wrong_length'],
    ['a number as requestorId', {}, { requestorId: 4001 }, 'details.token.requestorId', 'wrong_format'],
  ] as [string, JsonObject, JsonObject, string, string][])('is refused with %s', (_what, card, token, path, error) => {
    const { findings } = checkTokenNotification(body('TC', { card, token }));
    expect(findings.map((finding) => [finding.path, finding.error])).toEqual([[path, error]]);
  });

  it('accepts 300 characters of any script, not bytes, and refuses 301', () => {
    expect(checkTokenNotification(body('TC', { textMessage: 'ب'.repeat(300) })).findings).toEqual([]);
    expect(checkTokenNotification(body('TC', { textMessage: '😀'.repeat(300) })).findings).toEqual([]);
    expect(checkTokenNotification(body('TC', { textMessage: '😀'.repeat(301) })).findings).toMatchObject([
      { path: 'details.textMessage', error: 'wrong_length' },
    ]);
  });

  it.each([
    ['id', 'not-a-uuid', 'wrong_format'],
    ['id', undefined, 'field_missing'],
    ['type', 'TX', 'value_not_allowed'],
    ['type', undefined, 'field_missing'],
    ['timestamp', '20/11/2026 12:00:00', 'wrong_format'],
    ['timestamp', '2026-11-20T12:00:00+04:00', 'wrong_format'],
    ['timestamp', undefined, 'field_missing'],
    ['details', 'none', 'wrong_format'],
  ])('is refused with %s %s', (name, value, error) => {
    const sent = value === undefined ? without(body('TC'), name) : { ...body('TC'), [name]: value };
    expect(checkTokenNotification(sent).findings.map((finding) => [finding.path, finding.error])).toEqual([
      [name, error],
    ]);
  });

  it.each([null, 'text', []])('is refused when it is %j', (value) => {
    expect(checkTokenNotification(value).findings).toMatchObject([{ path: '', error: 'wrong_format' }]);
  });

  it('retains unknown members, with a warning', () => {
    const sent = { ...body('TC'), version: '2' };
    expect(checkTokenNotification(sent)).toEqual({
      value: sent,
      findings: [],
      omittedCount: 0,
      warnings: [{ path: 'version', rule: 'unknown-field' }],
    });
  });
});
