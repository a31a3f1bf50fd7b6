import { describe, expect, it } from 'vitest';
import {
  answerNotification,
  generateWebhookKeyPair,
  generateWebhookSecret,
  newAnswerId,
  type ReceivedTokenNotification,
  receiveTokenNotification,
  signTestMessage,
  signWebhook,
  type TestMessage,
} from './index.ts';

const SECRET = generateWebhookSecret();
const NOW = new Date('2026-11-20T08:00:00.123Z');
const OWN_ID = /^[0-9A-HJKMNP-TV-Z]{12}$/;

const CARD = {
  id: { type: 'externalCardId', value: '90000000000000000001' },
  maskedCardNumber: '400000XXXXXX0018',
  clientId: '1000045',
  mobilePhone: '+971500000000',
  email: 'cardholder@example.com',
  language: 'ENG',
  cbsNumber: '001',
};
const TOKENS: Record<string, Record<string, string>> = {
  AC: { activationPref: 'SMS', requestorId: '5011000001', requestorName: 'Phone Pay', activationCode: '482913' },
  TC: { requestorId: '5011000001', requestorName: 'Phone Pay', deviceType: 'PHONE' },
  TD: {
    deviceType: 'PHONE',
    tokenEventReasonCode: 'LOST_DEVICE',
    requestorId: '5011000001',
    requestorName: 'Phone Pay',
    tokenEventIndicator: '6',
  },
  TE: {
    deviceType: 'PHONE',
    tokenEventReasonCode: 'FOUND_DEVICE',
    requestorId: '5011000001',
    requestorName: 'Phone Pay',
    tokenEventIndicator: '7',
  },
};

function notification(type = 'TC', card: object = CARD, token: object = TOKENS[type] ?? {}) {
  return {
    id: '0190b5a4-3c1d-7e52-9a41-0f1e2d3c4b5a',
    type,
    timestamp: '2026-11-20T07:59:58Z',
    details: { card, textMessage: 'رمز التفعيل', token },
  };
}

const signed = (message: unknown, more: object = {}): TestMessage =>
  signTestMessage({ secret: SECRET, notification: message, at: NOW, ...more });

function receive({ headers, body }: TestMessage, more: object = {}): ReceivedTokenNotification {
  return receiveTokenNotification({ headers, body: Buffer.from(body) }, { secret: SECRET, now: NOW, ...more });
}

describe('a valid notification', () => {
  it.each(['AC', 'TC', 'TD', 'TE'])('%s is returned complete, with the confirming response', (type) => {
    const received = receive(signed(notification(type)));
    expect(received).toEqual({
      ok: true,
      notification: notification(type),
      webhookId: '0190b5a4-3c1d-7e52-9a41-0f1e2d3c4b5a',
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      warnings: [],
      answer: {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: {
          id: expect.stringMatching(OWN_ID),
          type,
          timestamp: '2026-11-20T08:00:00.123Z',
          response: { status: { code: '00', description: 'successful' } },
        },
      },
    });
  });

  it('gets a response with another id each time', () => {
    const ids = Array.from({ length: 50 }, () => receive(signed(notification())).answer.body.id);
    expect(new Set(ids).size).toBe(50);
  });

  it('may deviate as published messages do, with a warning for each deviation', () => {
    const { clientId, ...card } = CARD;
    const published = { ...card, clintId: clientId, cbsNumber: '0000123' };
    const received = receive(
      signed(notification('TC', published, { ...TOKENS.TC, requestorId: '50110000001', walletName: 'W' })),
    );
    expect(received).toMatchObject({
      ok: true,
      notification: { details: { card: { clientId: '1000045', cbsNumber: '0000123' } } },
      warnings: expect.arrayContaining([
        { path: 'details.card.clintId', rule: 'other-key' },
        { path: 'details.card.cbsNumber', rule: 'any-text' },
        { path: 'details.token.requestorId', rule: 'any-text' },
        { path: 'details.token.walletName', rule: 'unknown-field' },
      ]),
    });
  });

  it('is accepted with any of several keys, including a public one', () => {
    const { privateKey, publicKey } = generateWebhookKeyPair();
    const byPair = signTestMessage({ keys: [privateKey], notification: notification(), at: NOW });
    const options = { secret: undefined, keys: [SECRET, publicKey] };
    expect(receive(byPair, options).ok).toBe(true);
    expect(receive(signed(notification()), options).ok).toBe(true);
  });

  it('made by signTestMessage with default values is accepted', () => {
    const { headers, body } = signTestMessage({ secret: SECRET });
    const received = receiveTokenNotification({ headers, body: Buffer.from(body) }, { secret: SECRET });
    expect(received).toMatchObject({ ok: true, warnings: [], notification: { type: 'TC' } });
  });
});

describe('a message that is not from the sender', () => {
  const message = signed(notification());
  const header = (name: string, value: string): TestMessage => ({
    ...message,
    headers: { ...message.headers, [name]: value },
  });

  it.each([
    ['another secret', signed(notification(), { secret: generateWebhookSecret() })],
    ['another body', { ...message, body: message.body.replace('TC', 'TD') }],
    ['another id', header('webhook-id', '0190b5a4-3c1d-7e52-9a41-0f1e2d3c4b5b')],
    ['another time', header('webhook-timestamp', '1795161601')],
    ['no signature', header('webhook-signature', '')],
    ['sent again after five minutes', signed(notification(), { at: new Date('2026-11-20T07:54:59.000Z') })],
    ['malformed JSON from another sender', { headers: {}, body: '{"type":"TC"' }],
    ['nothing', { headers: {}, body: '' }],
  ])('%s gets 63 and is not read', (_what, bad) => {
    expect(receive(bad)).toEqual({
      ok: false,
      code: '63',
      reason: expect.any(String),
      findings: [],
      answer: {
        status: 401,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: {
          id: expect.stringMatching(OWN_ID),
          type: '',
          timestamp: '2026-11-20T08:00:00.123Z',
          response: { status: { code: '63', description: 'signature or token not valid' } },
        },
      },
    });
  });
});

describe('a message from the sender that violates the table', () => {
  it('gets 30 with all findings and its type', () => {
    const { requestorName: _, ...token } = TOKENS.TC!;
    const received = receive(signed({ ...notification('TC', { ...CARD, language: 'E'.repeat(11) }, token) }));
    expect(received).toMatchObject({
      ok: false,
      code: '30',
      reason: 'details.card.language must be at most 10 characters',
      findings: [{ path: 'details.card.language', error: 'wrong_length' }],
      answer: {
        status: 400,
        body: { type: 'TC', response: { status: { code: '30', description: 'format error' } } },
      },
    });
  });

  it.each([
    ['no JSON', '{"id":'],
    ['a list', '[]'],
    ['a duplicate key', '{"id":"a","id":"b"}'],
    ['nesting deeper than 32', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`],
    ['an unknown type', JSON.stringify(notification('XX'))],
    ['more than 1 MiB', JSON.stringify({ ...notification(), filler: 'x'.repeat(1_048_576) })],
    ['an empty body', ''],
  ])('%s gets 30 without a type', (_what, body) => {
    const received = receive(signed(body));
    expect(received).toMatchObject({ ok: false, code: '30', answer: { status: 400, body: { type: '' } } });
  });

  it('with a webhook-id other than the id of the message gets 30', () => {
    const received = receive(signed(notification('TC'), { id: 'another' }));
    expect(received).toMatchObject({ ok: false, code: '30', reason: 'id must be the same as webhook-id' });
  });

  it('with bytes that are not UTF-8 gets 30', () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    const message = { id: 'm1', timestamp: 1_795_161_600, body, keys: [SECRET] };
    const headers = {
      'webhook-id': message.id,
      'webhook-timestamp': String(message.timestamp),
      'webhook-signature': signWebhook(message),
    };
    const received = receiveTokenNotification({ headers, body }, { secret: SECRET, now: NOW });
    expect(received).toMatchObject({ ok: false, code: '30', reason: 'the body is not UTF-8' });
  });
});

describe('mistakes of the receiver are thrown', () => {
  const message = signed(notification());
  const body = Buffer.from(message.body);

  it.each([
    ['nothing', {}],
    ['an unset variable', { secret: undefined }],
    ['an empty variable', { secret: '' }],
    ['no keys', { keys: [] }],
  ])('%s instead of a key: no message is accepted unverified', (_what, options) => {
    expect(() => receiveTokenNotification({ ...message, body }, options)).toThrow('needs the key of their sender');
  });

  it('both secret and keys, or an empty key among several', () => {
    const both = { secret: SECRET, keys: [SECRET] };
    expect(() => receiveTokenNotification({ ...message, body }, both)).toThrow('either secret or keys');
    expect(() => receiveTokenNotification({ ...message, body }, { keys: [SECRET, ''] })).toThrow('begins with whsec_');
  });

  it.each([
    ['the parsed object', notification()],
    ['a string', message.body],
    ['nothing, though JSON came', undefined],
    ['an empty object for a JSON body', {}],
  ])('a body that is not the raw bytes: %s', (_what, parsed) => {
    expect(() => receiveTokenNotification({ headers: message.headers, body: parsed }, { secret: SECRET })).toThrow(
      'not the raw bytes of the request',
    );
  });

  it('except for a content type that the raw parser does not accept, which gets 30', () => {
    for (const none of [undefined, null, {}, 'text=1']) {
      const headers = { ...message.headers, 'content-type': 'text/plain' };
      const received = receiveTokenNotification({ headers, body: none }, { secret: SECRET, now: NOW });
      expect(received).toMatchObject({ ok: false, code: '30', answer: { status: 400 } });
    }
  });
});

describe('responses with other codes', () => {
  it.each([
    ['00', 200, 'successful'],
    ['30', 400, 'format error'],
    ['63', 401, 'signature or token not valid'],
    ['94', 409, 'duplicate with other content'],
    ['96', 500, 'system malfunction'],
  ] as const)('%s: HTTP %i, %s', (code, status, description) => {
    expect(answerNotification({ type: 'TE', code, id: 'ABC123456789', now: NOW })).toEqual({
      status,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: {
        id: 'ABC123456789',
        type: 'TE',
        timestamp: '2026-11-20T08:00:00.123Z',
        response: { status: { code, description } },
      },
    });
    expect(description.length).toBeLessThanOrEqual(30);
  });

  it('have an id of twelve letters and digits', () => {
    expect(newAnswerId()).toMatch(OWN_ID);
  });
});
