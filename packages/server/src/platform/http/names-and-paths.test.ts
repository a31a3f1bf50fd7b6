import type { JsonObject } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import {
  clientText as client,
  clientRequest,
  rawHeader,
  sendText,
} from '../../testing/requests/raw-client-requests.ts';
import { fileServer, testServer } from '../../testing/test-server.ts';

const server = fileServer();

const send = (url: string, as: string, payload: string | Buffer, contentType?: string) =>
  sendText(server, url, as, payload, contentType);

describe('keys and names', () => {
  const KEY = 'response_client_create';
  const wrapped = (root: string, members: JsonObject) => JSON.stringify({ [root]: members });
  const create = () => ({ request_client_create: clientRequest() }) as unknown as JsonObject;

  it.each([
    ['the root of an answer', () => wrapped('GwSrvResponse', create()), '102', ''],
    ['the root of another operator', () => wrapped('XySrvRequest', create()), '102', ''],
    ['the root in lowercase letters', () => wrapped('gwsrvrequest', create()), '102', ''],
    ['the root without its prefix', () => wrapped('SrvRequest', create()), '102', ''],
    ['no root', () => JSON.stringify(create()), '102', ''],
    ['a root that is a text', () => JSON.stringify({ GwSrvRequest: 'request_client_create' }), '102', ''],
    ['a root that is an array', () => JSON.stringify({ GwSrvRequest: [create()] }), '102', ''],
    ['an empty root', () => wrapped('GwSrvRequest', {}), '102', ''],
    ['an unknown request key', () => wrapped('GwSrvRequest', { request_client_delete: {} }), '102', ''],
    ['a request key of the prototype', () => '{"GwSrvRequest":{"__proto__":{}}}', '102', ''],
    ["a request key that is the answer's", () => wrapped('GwSrvRequest', { [KEY]: {} }), '102', ''],
    ['a request that is an array', () => wrapped('GwSrvRequest', { request_client_create: [] }), '102', ''],
    ['a request that is null', () => wrapped('GwSrvRequest', { request_client_create: null }), '102', ''],
    ['two request keys', () => wrapped('GwSrvRequest', { ...create(), request_card_details: {} }), '102', ''],
    [
      'the request key of another operation',
      () => wrapped('GwSrvRequest', { request_card_details: clientRequest() as never }),
      '102',
      '',
    ],
    [
      'the function of another operation',
      () => client(clientRequest({ msg_function: 'REQ_CARD_DETAILS' })),
      '107',
      'header.msg_function',
    ],
    [
      'the function of the answer',
      () => client(clientRequest({ msg_function: 'REP_GENERIC_CUSTOMER_DETAILS' })),
      '107',
      'header.msg_function',
    ],
    ['a request without anything', () => client({}), '103', 'header'],
    ['a header that is an array', () => client({ header: [], body: {} }), '105', 'header'],
  ] as [string, () => string, string, string][])('%s on the path of client create', async (_what, make, code, path) => {
    const answer = await send('/V2/cardservices/ClientCreate', 'demo-bank', make());
    expect(answer.status).toBe(400);
    expect((answer.json.GwSrvResponse as JsonObject)[KEY]).toMatchObject({
      header: { msg_function: 'REP_GENERIC_CUSTOMER_DETAILS' },
      exception_details: { status: 'F', error_code: code },
      body: { errors: expect.arrayContaining([{ path, code, message: expect.any(String) }]) },
    });
  });

  it('the header is echoed when only the operation is wrong', async () => {
    const request = { header: rawHeader({ msg_id: 'WRONG-OP', tracking_id: 'T-9' }), body: {} };
    const wrong = wrapped('GwSrvRequest', { request_card_details: request as never });
    const onServices = await send(
      '/V2/services',
      'demo-bank',
      wrapped('GwSrvRequest', { request_unknown: request as never }),
    );
    expect((await send('/V2/cardservices/ClientCreate', 'demo-bank', wrong)).json.GwSrvResponse).toMatchObject({
      response_client_create: { exception_details: { error_code: '102' } },
    });
    expect(onServices.json.GwSrvResponse).toMatchObject({
      response_error: {
        header: { msg_id: 'WRONG-OP', bank_id: 'DEMO', tracking_id: 'T-9' },
        exception_details: { error_code: '102', transaction_ref_id: 'T-9' },
      },
    });
  });

  it('the path of any envelope answers under the keys of the operation that was named', async () => {
    const good = await send('/V2/services', 'demo-bank', client());
    expect(good.status).toBe(200);
    expect(good.json.GwSrvResponse).toMatchObject({ response_client_create: { exception_details: { status: 'S' } } });
    const bad = await send('/V2/services', 'demo-bank', client({ header: rawHeader(), body: {} }));
    expect(bad.json.GwSrvResponse).toMatchObject({
      response_client_create: { exception_details: { error_code: '103' } },
    });
  });

  it('another operator prefix can be set, and is then the only one', async () => {
    const other = await testServer({ CARDWRIGHT_OPERATOR_PREFIX: 'Acme' });
    try {
      const post = (root: string) =>
        other.request({ method: 'POST', url: '/V2/services', as: 'demo-bank', payload: { [root]: create() } });
      expect((await post('AcmeSrvRequest')).json).toMatchObject({
        AcmeSrvResponse: { response_client_create: { exception_details: { error_code: '000' } } },
      });
      expect((await post('GwSrvRequest')).json).toMatchObject({
        AcmeSrvResponse: { response_error: { exception_details: { error_code: '102' } } },
      });
    } finally {
      await other.close();
    }
  });
});

describe('paths and versions', () => {
  it.each([
    ['POST', '/V2/cardservices/ClientDelete'],
    ['POST', '/V3/cardservices/ClientCreate'],
    ['POST', '/cardservices/ClientCreate'],
    ['POST', '/V2/cardservices/clientcreate'],
  ] as const)('%s %s is not served: 404 as a problem, without the path', async (method, url) => {
    const answer = await server.request({ method, url, as: 'demo-bank', payload: {} });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json).toMatchObject({ status: 404, error_code: '102' });
    expect(answer.text).not.toContain(url);
  });

  it.each([
    ['/V1', '1.0 BETA'],
    ['/V2', '2.0'],
  ])('%s sends Interface-Version: %s, on success and on failure, on every surface', async (version, stated) => {
    const card = await issueCard(server);
    const balance = await server.envelope(
      'accounts.enquire-balance',
      { account_identifier_id: card.accountNumber, account_identifier_type: 'CONTRACT_NUMBER' },
      { path: `${version}/accountservices/AccountBalanceEnquiry` },
    );
    expect(balance.exception.error_code).toBe('000');
    const approved = await send(
      `${version}/authorizations/Ecommerce`,
      'demo-network',
      JSON.stringify(ecommerceMessage(card)),
    );
    expect(approved.json.Action_Code).toBe('00');
    const warnings = await server.request({ method: 'GET', url: `${version}/contract-warnings`, as: 'demo-bank' });
    expect(warnings.status).toBe(200);
    const failed = await send(`${version}/services`, 'demo-bank', '{');
    const tooLarge = await send(`${version}/services`, 'demo-bank', 'x'.repeat(2_000_000));
    const missing = await server.request({
      method: 'GET',
      url: `${version}/authorizations/000000000000`,
      as: 'demo-bank',
    });
    expect(missing.status).toBe(404);
    for (const { headers } of [balance.http, approved, warnings, failed, tooLarge, missing]) {
      expect(headers['interface-version']).toBe(stated);
    }
  });
});
