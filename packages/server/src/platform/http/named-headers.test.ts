import { join } from 'node:path';
import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import {
  ACTIVE,
  BY_CARDHOLDER,
  changeInsurance,
  INSURANCE_HEADERS,
  insurance,
  listInsurance,
} from '../../testing/cards/insurance.ts';
import { issueCard } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { sendRaw } from '../../testing/requests/send-raw.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';
import { openSigningKeys } from '../access/index.ts';
import { openVault, readKeyFile } from '../vault/index.ts';

/**
 * Headers that an operation names in its table: Unique-Reference-Code, Channel-Id, Financial-Id
 * (docs/interface/insurance.md#headers).
 */

const server = fileServer();
const card = fileResource(() => issueCard(server));
beforeAll(async () => {
  const wide = (client_id: string, kind: 'network' | 'acquirer') => ({
    client_id,
    kind,
    secret: `${client_id}-secret`,
    scopes: ['insurance:read' as const, 'insurance:write' as const],
    ...(kind === 'acquirer' && { acquirer_id: 'ACQ' }),
  });
  const oauth_clients = [wide('wide-network', 'network'), wide('wide-acquirer', 'acquirer')];
  await applyConfiguration(server.db.database, { banks: [], oauth_clients }, { sandbox: true });
});

const list = (headers: Record<string, string | undefined>, as?: string) =>
  listInsurance(server, card.exid, { headers, ...(as !== undefined && { as }) });

/** The three headers of an answer. */
function repeated({ headers }: Answer): unknown[] {
  return [headers['unique-reference-code'], headers['channel-id'], headers['financial-id']];
}

const ALL = ['URC000000001', 'MOBILE', 'DEMO'];

describe('named headers', () => {
  it.each([
    ['Unique-Reference-Code', 12],
    ['Channel-Id', 10],
    ['Financial-Id', 4],
  ])('%s is mandatory and at most %i characters long', async (name, max) => {
    for (const [value, code] of [
      [undefined, '103'],
      ['', '103'],
      ['9'.repeat(max + 1), '104'],
    ] as const) {
      const answer = await list({ [name]: value });
      expect(answer.status).toBe(400);
      expect(answer.json.error_code).toBe(code);
      expect(answer.json.errors).toEqual([{ path: name, code, message: expect.any(String) }]);
    }
  });

  it('may fill their maximum', async () => {
    const answer = await list({ 'Unique-Reference-Code': 'ABCDEFGHIJ12', 'Channel-Id': 'IVRCHANNEL' });
    expect(answer.status).toBe(200);
    expect(repeated(answer)).toEqual(['ABCDEFGHIJ12', 'IVRCHANNEL', 'DEMO']);
  });

  it('are case-insensitive, as in HTTP', async () => {
    const answer = await list({
      'Unique-Reference-Code': undefined,
      'Channel-Id': undefined,
      'Financial-Id': undefined,
      'UNIQUE-REFERENCE-CODE': 'URC000000002',
      'channel-id': 'ivr',
      'financial-ID': 'DEMO',
    });
    expect(answer.status).toBe(200);
    expect(repeated(answer)).toEqual(['URC000000002', 'ivr', 'DEMO']);
  });

  it('are reported with all other findings: path, query, headers, body', async () => {
    const headers = { 'Unique-Reference-Code': undefined, 'Channel-Id': '9'.repeat(11), 'Financial-Id': undefined };
    const path = '/cards/short/insurances/99?card_identify_type=NONE';
    const answer = await insurance(server, 'PATCH', path, { headers, body: { is_active: 'MAYBE' } });
    const errors = answer.json.errors as { path: string; code: string }[];
    expect(errors.map((error) => `${error.code} ${error.path}`)).toEqual([
      '104 card_identifier_id',
      '106 code',
      '106 card_identify_type',
      '103 Unique-Reference-Code',
      '104 Channel-Id',
      '103 Financial-Id',
      '106 is_active',
    ]);
    expect(answer.json).toMatchObject({ error_code: '104', detail: expect.stringContaining('card_identifier_id') });
  });
});

describe('answers repeat the named headers', () => {
  it('on success', async () => {
    for (const answer of [
      await list({}),
      await changeInsurance(server, card.exid, '01', ACTIVE),
      await insurance(server, 'GET', `/cards/${card.exid}/insurances/01`),
      await insurance(server, 'POST', '/cards_pan/insurances', { body: { card_number: card.cardNumber } }),
    ]) {
      expect(answer.status).toBe(200);
      expect(repeated(answer)).toEqual(ALL);
    }
  });

  it('on every kind of failure', async () => {
    const url = `/V2/cards/${card.exid}/insurances/01`;
    const all = INSURANCE_HEADERS;
    await changeInsurance(server, card.exid, '03', ACTIVE);
    await changeInsurance(server, card.exid, '03', BY_CARDHOLDER);
    const failures: [number, Answer][] = [
      [401, await server.request({ method: 'GET', url, headers: all })],
      [403, await server.request({ method: 'GET', url, headers: all, as: 'demo-network' })],
      [403, await server.request({ method: 'GET', url, headers: all, as: 'other-bank' })],
      [400, await insurance(server, 'GET', '/cards/short/insurances')],
      [404, await listInsurance(server, '9999999999999999990')],
      [409, await changeInsurance(server, card.exid, '03', ACTIVE)],
      [
        400,
        await server.request({
          method: 'PATCH',
          url,
          as: 'demo-bank',
          headers: { ...all, 'content-type': 'application/json' },
          payload: '{"is_active": ',
        }),
      ],
      [
        400,
        await server.request({
          method: 'PATCH',
          url,
          as: 'demo-bank',
          headers: { ...all, 'content-type': 'application/json' },
          payload: `{"is_active": "${'x'.repeat(1024 * 1024)}"}`,
        }),
      ],
    ];
    for (const [status, answer] of failures) {
      expect([answer.status, ...repeated(answer)]).toEqual([status, ...ALL]);
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    }
  });

  it('when the database fails', async () => {
    await server.db.sql('alter table insurance_enrolments rename to gone');
    try {
      const answer = await list({});
      expect([answer.status, answer.json.error_code, ...repeated(answer)]).toEqual([500, '901', ...ALL]);
    } finally {
      await server.db.sql('alter table gone rename to insurance_enrolments');
    }
  });

  it('only those that were sent', async () => {
    const answer = await list({ 'Unique-Reference-Code': undefined, 'Channel-Id': '' });
    expect(repeated(answer)).toEqual([undefined, undefined, 'DEMO']);
  });

  it.each([
    ['cut to their maximum', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'ABCDEFGHIJKL'],
    ['without a card number', '4000001234567899', '400000XXXXXX'],
    ['without a card number in groups', '4000 0012 3456 7899', '400000XXXXXX'],
    ['in printable ASCII', 'a\u00e9b\tc', 'a?b?c'],
  ])('%s', async (_how, header, expected) => {
    const answer = await list({ 'Unique-Reference-Code': header });
    expect(answer.headers['unique-reference-code']).toBe(expected);
  });

  it('and the caller cannot inject other headers', async () => {
    const { port } = await listen();
    const token = await server.token('demo-bank');
    const head = [
      `GET /cards/${card.exid}/insurances HTTP/1.1`,
      'Host: x',
      'Connection: close',
      `Authorization: Bearer ${token}`,
      'Unique-Reference-Code: a%0d%0aX-Evil: 1',
      'Channel-Id: \xe9\xff',
      'Financial-Id: DEMO',
    ];
    const answer = await sendRaw(port, `${head.join('\r\n')}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('unique-reference-code: a%0d%0aX-Evi\r\n');
    expect(answer).toContain('channel-id: ??\r\n');
    expect(answer).not.toMatch(/^x-evil/im);
  });
});

async function listen(): Promise<{ port: number }> {
  await server.server.app.listen({ host: '127.0.0.1', port: 0 });
  return server.server.app.server.address() as { port: number };
}

describe('Financial-Id', () => {
  it('of another bank is 203, whether that bank exists or not, before any other check', async () => {
    const answers = await Promise.all(
      ['OTHR', 'NONE'].map((bank) =>
        insurance(server, 'PATCH', '/cards/short/insurances/99', { headers: { 'Financial-Id': bank }, body: {} }),
      ),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(403);
      expect(answer.json).toEqual({
        type: 'about:blank',
        title: "Bank is not the caller's",
        status: 403,
        detail: 'The access token is not for this bank',
        error_code: '203',
      });
    }
    expect(answers.map(({ headers }) => headers['financial-id'])).toEqual(['OTHR', 'NONE']);
  });

  it('of any bank is 203 for a network and an acquirer, because they act for none', async () => {
    for (const as of ['wide-network', 'wide-acquirer']) {
      for (const bank of ['DEMO', 'OTHR']) {
        expect((await list({ 'Financial-Id': bank }, as)).json.error_code).toBe('203');
      }
    }
  });

  it('of a bank that the token names, but that is not configured, is 309', async () => {
    const vault = await openVault(server.db.database, await readKeyFile(join(server.dataDir, 'sandbox-keys.json')));
    const keys = await openSigningKeys({ database: server.db.database, vault, log: () => {} });
    const { kid, privateKey } = keys.current();
    const token = await new SignJWT({ ...decodeJwt(await server.token('demo-bank')), bank_id: 'NONE' })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
      .sign(privateKey);
    const headers = { 'Financial-Id': 'NONE', authorization: `Bearer ${token}` };
    const answer = await list(headers);
    expect([answer.status, answer.json.error_code]).toEqual([404, '309']);
  });
});

describe('paths without a version', () => {
  const requests = (version: string) => [
    listInsurance(server, card.exid, { version }),
    insurance(server, 'GET', `/cards/${card.exid}/insurances/01`, { version }),
    insurance(server, 'POST', '/cards_pan/insurances', { version, body: { card_number: card.cardNumber } }),
    changeInsurance(server, card.exid, '01', ACTIVE, { version }),
  ];

  it.each([
    ['', '2.0'],
    ['/V2', '2.0'],
    ['/V1', '1.0 BETA'],
  ])('%j serves the insurance operations as version %s', async (version, interfaceVersion) => {
    expect((await changeInsurance(server, card.exid, '01', ACTIVE)).status).toBe(200);
    for (const answer of await Promise.all(requests(version))) {
      expect([answer.status, answer.headers['interface-version']]).toEqual([200, interfaceVersion]);
    }
  });

  it('exist for the insurance operations only', async () => {
    for (const url of ['/contract-warnings', '/authorizations/632400000001']) {
      const answer = await server.request({ method: 'GET', url, as: 'demo-bank' });
      expect([answer.status, answer.json.error_code]).toEqual([404, '102']);
    }
    for (const url of ['/services', '/authorizations/Ecommerce', '/cardservices/CardCreate']) {
      expect((await server.request({ method: 'POST', url, as: 'demo-bank', payload: {} })).status).toBe(404);
    }
  });

  it('are described with their headers', async () => {
    const { json } = await server.request({ method: 'GET', url: '/openapi.json' });
    // biome-ignore lint/suspicious/noExplicitAny: a document of every shape
    type Part = any;
    const { paths, components } = json as Part;
    const behind = (part: Part) =>
      part.$ref === undefined ? part : components[part.$ref.split('/')[2]][part.$ref.split('/')[3]];
    // described once, so that generators create one method for it
    expect(paths).not.toHaveProperty(['/cards/{card_identifier_id}/insurances/{code}']);
    const { get, patch } = paths['/V2/cards/{card_identifier_id}/insurances/{code}'];
    expect(get.description).toContain('Also served without a version in the path.');
    const named = ['Unique-Reference-Code', 'Channel-Id', 'Financial-Id'];
    const inHeader = get.parameters.map(behind).filter((parameter: { in: string }) => parameter.in === 'header');
    expect(inHeader).toEqual([
      expect.objectContaining({ name: named[0], required: true, schema: expect.objectContaining({ maxLength: 12 }) }),
      expect.objectContaining({ name: named[1], required: true, schema: expect.objectContaining({ maxLength: 10 }) }),
      expect.objectContaining({ name: named[2], required: true, schema: expect.objectContaining({ maxLength: 4 }) }),
    ]);
    for (const status of ['200', '401', '404']) {
      expect(Object.keys(behind(get.responses[status]).headers)).toEqual(named);
    }
    const body = behind(patch.requestBody.content['application/json'].schema).properties;
    expect(patch.requestBody.required).toBe(true);
    expect(body.requested_by).toMatchObject({
      type: ['string', 'null'],
      enum: ['CARDHOLDER', 'UNDERWRITER', null],
    });
  });
});

describe('a card number in the path', () => {
  it('is masked in the log, and no answer contains it', async () => {
    const { cardNumber } = await issueCard(server);
    const before = server.logs.length;
    const answers = [
      await listInsurance(server, cardNumber, { query: '?card_identify_type=CONTRACT_NUMBER' }),
      await listInsurance(server, cardNumber),
      await changeInsurance(server, cardNumber, '77', ACTIVE),
      await listInsurance(server, cardNumber, { headers: { 'Financial-Id': 'OTHR' } }),
      await listInsurance(server, cardNumber, { headers: { 'Channel-Id': cardNumber } }),
      await listInsurance(server, `${cardNumber}12345`),
      await insurance(server, 'POST', '/cards_pan/insurances', { body: { card_number: cardNumber } }),
      await insurance(server, 'POST', '/cards_pan/insurances', { body: { [cardNumber]: cardNumber } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 403, 400, 400, 200, 400]);
    const logged = server.logs.slice(before).join('');
    expect(logged).toContain(`/cards/400000XXXXXX${cardNumber.slice(-4)}/insurances`);
    const exactNumber = new RegExp(`(?<!\\d)${cardNumber}(?!\\d)`);
    expect(logged).not.toMatch(exactNumber);
    for (const { text, headers } of answers) expect(`${text}${JSON.stringify(headers)}`).not.toContain(cardNumber);
  });
});
