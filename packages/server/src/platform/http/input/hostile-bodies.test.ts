import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@cardwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { authorize, balances, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { notification } from '../../../testing/notifications.ts';
import { clientText as client, sendText } from '../../../testing/requests/raw-client-requests.ts';
import { fileServer } from '../../../testing/test-server.ts';

const server = fileServer();

const ecommerce = () => JSON.stringify(ecommerceMessage({ cardNumber: '4000001234567899', expiry: '3012' }));

const JSON_TYPE = 'application/json';
const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

/** Bodies that cannot be read on any path: [description, made from a valid body, content type, text of the answer]. */
const UNREADABLE: [string, (valid: string) => string | Buffer, string | null, RegExp][] = [
  ['broken JSON', (valid) => valid.slice(0, -1), JSON_TYPE, /not valid JSON/],
  ['text behind the JSON', (valid) => `${valid}x`, JSON_TYPE, /not valid JSON/],
  ['a form', () => 'grant_type=client_credentials', JSON_TYPE, /not valid JSON/],
  ['no body', () => '', JSON_TYPE, /empty/],
  ['blanks', () => '  \n', JSON_TYPE, /not valid JSON/],
  ['an array', (valid) => `[${valid}]`, JSON_TYPE, /not an object/],
  ['a string', () => '"text"', JSON_TYPE, /not an object/],
  ['null', () => 'null', JSON_TYPE, /not an object/],
  ['a number', () => '1.10', JSON_TYPE, /not an object/],
  ['a duplicate key at the top', (valid) => valid.replace('{', '{"x":1,"x":1,'), JSON_TYPE, /duplicate key/],
  ['a duplicate key deep inside', (valid) => valid.replace('{', '{"x":[{"y":1,"y":2}],'), JSON_TYPE, /duplicate key/],
  ['a NUL escape', (valid) => valid.replace('{', '{"x":"a\\u0000b",'), JSON_TYPE, /NUL/],
  ['a raw NUL', (valid) => valid.replace('{', '{"x":"a\u0000b",'), JSON_TYPE, /not valid JSON/],
  ['a lone surrogate escape', (valid) => valid.replace('{', '{"x":"\\ud83d",'), JSON_TYPE, /surrogate/],
  [
    'bytes that are not UTF-8',
    (valid) => Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xc3, 0x28]), Buffer.from(`",${valid.slice(1)}`)]),
    JSON_TYPE,
    /not UTF-8/,
  ],
  [
    'a surrogate encoded as UTF-8',
    (valid) =>
      Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xed, 0xa0, 0xbd]), Buffer.from(`",${valid.slice(1)}`)]),
    JSON_TYPE,
    /not UTF-8/,
  ],
  ['UTF-16', (valid) => Buffer.from(valid, 'utf16le'), JSON_TYPE, /not valid JSON/],
  ['nesting 33 deep', () => nested(33), JSON_TYPE, /nesting deeper than 32/],
  ['nesting 1000 deep', () => nested(1_000), JSON_TYPE, /nesting deeper than 32/],
  ['nesting 500000 deep', () => nested(500_000), JSON_TYPE, /nesting deeper than 32|too large/],
  ['2 MiB', (valid) => valid.replace('{', `{"x":"${'x'.repeat(2 * 1024 * 1024)}",`), JSON_TYPE, /too large/],
  ['content type text/plain', (valid) => valid, 'text/plain', /Content-Type/],
  ['content type of a form', (valid) => valid, 'application/x-www-form-urlencoded', /Content-Type/],
  ['content type multipart', (valid) => valid, 'multipart/form-data; boundary=x', /Content-Type/],
  ['an invalid content type', (valid) => valid, ';;', /Content-Type|cannot be read/],
  ['a content type that only begins like JSON', (valid) => valid, 'application/jsonp', /Content-Type/],
  ['no content type', (valid) => valid, null, /Content-Type/],
  ['a charset of one byte', (valid) => valid, 'application/json; charset=iso-8859-1', /charset .* must be UTF-8/],
  ['UTF-16, which says so', (valid) => Buffer.from(valid, 'utf16le'), 'application/json;charset="UTF-16"', /charset/],
  ['a charset that is empty', (valid) => valid, 'application/json; charset=', /Content-Type|charset|cannot be read/],
  ['a second, other charset', (valid) => valid, 'application/json; charset=utf-8; Charset=latin1', /charset/],
];

const SURFACES = {
  'an envelope path': { url: '/V2/cardservices/ClientCreate', as: 'demo-bank', valid: () => client() },
  'the path of any envelope': { url: '/V2/services', as: 'demo-bank', valid: () => client() },
  'the e-commerce path': { url: '/V2/authorizations/Ecommerce', as: 'demo-network', valid: ecommerce },
  'the notification path': {
    url: '/V2/webhook/TokenNotification',
    as: 'demo-bank',
    valid: () => JSON.stringify(notification()),
  },
} as const;

const send = (url: string, as: string, payload: string | Buffer, contentType: string | null) =>
  sendText(server, url, as, payload, contentType);

describe.each(Object.entries(SURFACES))('on %s', (surface, { url, as, valid }) => {
  const isFlat = surface === 'the e-commerce path';

  it.each(UNREADABLE)('%s is answered 101 in the shape of the operation', async (_what, make, contentType, message) => {
    const payload = make(valid());
    const answer = await send(url, as, payload, contentType);
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['interface-version']).toBe('2.0');
    if (isFlat) {
      expect(answer.json).toMatchObject({
        Message_Type: 'Ecom_Resp',
        Action_Code: '30',
        Approval_Code: '      ',
        Additional_Response_Data: 'ERROR_101',
        CARD_NUMBER: '',
      });
      return;
    }
    if (surface === 'the notification path') {
      expect(answer.json).toEqual({
        id: expect.stringMatching(/^[0-9A-Z]{12}$/),
        type: '',
        timestamp: '2026-11-20T08:00:00.000Z',
        response: { status: { code: '30', description: 'format error' } },
      });
      return;
    }
    const key = surface === 'an envelope path' ? 'response_client_create' : 'response_error';
    const {
      header: echoed,
      exception_details: details,
      body,
    } = (answer.json.GwSrvResponse as JsonObject)[
      key
      // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
    ] as any;
    expect(echoed).toMatchObject({ msg_id: '', bank_id: '', timestamp: '20/11/2026 12:00:00' });
    expect(details).toMatchObject({ status: 'F', error_code: '101', transaction_ref_id: null });
    expect(details.error_description).toMatch(message);
    expect(body.errors).toEqual([{ path: '', code: '101', message: expect.stringMatching(message) }]);
  });

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; Charset="utf-8"',
    'application/json; charset=utf8',
    'application/json; version="1; charset=latin1"; charset=utf-8',
  ])('the same body in one piece works as %s', async (contentType) => {
    const answer = await send(url, as, valid(), contentType);
    expect(answer.status).toBe(200);
  });
});

describe('a plain JSON operation', () => {
  it.each([
    ['application/json; charset=windows-1256', 400],
    ['application/json; charset="UTF-8"', 404],
  ])('whose body is %s is answered %i', async (contentType, status) => {
    const answer = await send('/V2/accounts/001999999999/backtest', 'demo-bank', '{"cardSettings":{}}', contentType);
    expect(answer.status).toBe(status);
    if (status === 400) {
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(answer.json).toMatchObject({ error_code: '101', detail: 'charset of Content-Type must be UTF-8' });
    }
  });
});

describe('an operation whose body may be left out', () => {
  it.each([
    ['an invalid content type', '{"amount":"5.00"}', '"unended'],
    ['a body that is too large', `{"amount":"5.00","more":"${'x'.repeat(2 * 1024 * 1024)}"}`, JSON_TYPE],
    ['half a body', '{"amount":', JSON_TYPE],
  ])('does not treat an unreadable body as omitted: %s', async (_what, body, contentType) => {
    const card = await issueCard(server, { available: '30.00' });
    const message = ecommerceMessage(card);
    expect((await authorize(server, message)).json.Action_Code).toBe('00');
    const url = `/V2/authorizations/${message.Retrieval_Reference_Number}/reversal`;
    const answer = await send(url, 'demo-network', body, contentType);
    expect([answer.status, answer.json.error_code]).toEqual([400, '101']);
    expect(await balances(server, card.accountNumber)).toBe('5.00 25.00 30.00');
  });

  it('is answered with its usual status without a body and with a malformed content type', async () => {
    const payload = { url: 'http://127.0.0.1:9/hooks' };
    const made = await server.request({ method: 'POST', url: '/V2/webhook-endpoints', as: 'demo-bank', payload });
    const url = `/V2/webhook-endpoints/${(made.json.endpoint as JsonObject).endpoint_id}`;
    const headers = { 'content-type': '"unended' };
    const answer = await server.request({ method: 'DELETE', url, as: 'demo-bank', payload: '', headers });
    expect(answer.status).toBe(200);
  });
});

describe('over a real connection', () => {
  let port: number;
  beforeAll(async () => {
    await server.server.app.listen({ port: 0, host: '127.0.0.1' });
    port = (server.server.app.server.address() as AddressInfo).port;
  });

  /** Sends the body in pieces, with or without Content-Length. */
  const post = async (
    pieces: readonly string[],
    headers: Record<string, string | number>,
    { leaveOpen = false } = {},
  ) => {
    const authorization = `Bearer ${await server.token('demo-bank')}`;
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const outgoing = httpRequest(
        {
          port,
          path: '/V2/cardservices/ClientCreate',
          method: 'POST',
          headers: { authorization, 'content-type': JSON_TYPE, ...headers },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          answer.on('end', () => {
            resolve({ status: answer.statusCode ?? 0, text });
            outgoing.destroy();
          });
        },
      );
      outgoing.on('error', reject);
      for (const piece of pieces) outgoing.write(piece);
      if (!leaveOpen) outgoing.end();
    });
  };

  it('a body of 2 MiB in chunks, without Content-Length, is answered 101', async () => {
    const answer = await post(
      Array.from({ length: 32 }, () => ' '.repeat(65_536)),
      { 'transfer-encoding': 'chunked' },
    );
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).GwSrvResponse.response_client_create.exception_details).toMatchObject({
      error_code: '101',
      error_description: 'body is too large',
    });
  });

  it('a body of 2 MiB with Content-Length is answered 101 before it is sent', async () => {
    const answer = await post([' '.repeat(65_536)], { 'content-length': 2 * 1024 * 1024 }, { leaveOpen: true });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).GwSrvResponse.response_client_create.exception_details).toMatchObject({
      error_code: '101',
      error_description: 'body is too large',
    });
  });

  it('a body of almost 1 MiB in pieces is read', async () => {
    const valid = client();
    const pieces = [valid.slice(0, 1), ' '.repeat(1_000_000), valid.slice(1, 50), valid.slice(50)];
    expect((await post(pieces, {})).status).toBe(200);
  });
});

it('after all that, the server authorizes as before', async () => {
  const card = await issueCard(server, { available: '30.00' });
  expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
  const { text } = await server.request({ method: 'GET', url: '/metrics' });
  expect(text).not.toMatch(/cardwright_request_duration_seconds_count\{[^}]*status="5\d\d"/);
});
