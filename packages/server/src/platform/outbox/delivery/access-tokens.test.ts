import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestClock, testClock } from '../../../testing/test-clock.ts';
import {
  answers,
  answersOk,
  answersStatus,
  type Behaviour,
  delayedAnswer,
  hangBeforeHeaders,
  startReceiver,
  type WebhookReceiver,
} from '../../../testing/webhook-receiver.ts';
import { createHostResolver } from './address/host-resolver.ts';
import { createDeliver, type Deliverer, type DeliverOptions } from './deliver.ts';
import type { Delivery, EndpointOauthClient } from './delivery.ts';

let bank: WebhookReceiver;
let tokens: WebhookReceiver;
let deliverers: Deliverer[];
let clock: TestClock;

beforeEach(async () => {
  bank = await startReceiver();
  tokens = await startReceiver();
  deliverers = [];
  clock = testClock('2026-11-20T08:00:00.000Z');
});
afterEach(async () => {
  await Promise.all(deliverers.map((one) => one.close()));
  await bank.close();
  await tokens.close();
});

function deliverer(options: Partial<DeliverOptions> = {}): Deliverer {
  const made = createDeliver({
    allowPrivateAddresses: true,
    allowHttp: false,
    hosts: createHostResolver(),
    extraCa: bank.ca,
    clock,
    ...options,
  });
  deliverers.push(made);
  return made;
}

function delivery(oauth: Partial<EndpointOauthClient> = {}, more: Partial<Delivery> = {}): Delivery {
  return {
    endpointId: 'endpoint-1',
    bankId: 'DEMO',
    url: bank.url,
    notificationId: '5e8f4f0e-6c0b-4b57-9b0c-0f3f0c1d2e3f',
    type: 'TD',
    payload: '{"type":"TD"}',
    keys: [{ keyId: 'first', kind: 'hmac', secret: Buffer.alloc(32, 7) }],
    oauth: { tokenUrl: `${tokens.url}/token`, clientId: 'us', clientSecret: 'a-secret', scope: undefined, ...oauth },
    maxInFlight: 4,
    ...more,
  };
}

/** A token that is valid for an hour, with the supplied members replaced. */
function token(access_token: string, replaced: Record<string, unknown> = {}): Behaviour {
  return answers(() => JSON.stringify({ access_token, token_type: 'Bearer', expires_in: 3600, ...replaced }));
}

const bearers = () => bank.received.map(({ headers }) => headers.authorization);

describe('an access token', () => {
  it('is requested with the client’s credentials, and sent with the notification', async () => {
    tokens.behave(token('token-1'));
    const result = await deliverer().deliver(delivery({ scope: 'notify write' }));
    expect(result.outcome).toBe('DELIVERED');
    const [request] = tokens.received;
    expect([request!.method, request!.path, request!.body]).toEqual([
      'POST',
      '/token',
      'grant_type=client_credentials&scope=notify+write',
    ]);
    expect(request!.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      // us:a-secret
      authorization: 'Basic dXM6YS1zZWNyZXQ=',
    });
    expect(bearers()).toEqual(['Bearer token-1']);
  });

  it('is requested with id and secret form-encoded, as RFC 6749 requires', async () => {
    tokens.behave(token('token-1'));
    await deliverer().deliver(delivery({ clientId: 'us:them', clientSecret: 'ä b+/=' }));
    expect(tokens.received[0]!.body).toBe('grant_type=client_credentials');
    // us%3Athem:%C3%A4+b%2B%2F%3D
    expect(tokens.received[0]!.headers.authorization).toBe('Basic dXMlM0F0aGVtOiVDMyVBNCtiJTJCJTJGJTNE');
  });

  it('is cached until a minute before it expires', async () => {
    tokens.behave(token('token-1'), token('token-2'));
    const { deliver } = deliverer();
    await deliver(delivery());
    clock.advance(3_539_999);
    await deliver(delivery());
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-1']);
    clock.advance(1);
    await deliver(delivery());
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
    expect(tokens.received).toHaveLength(2);
  });

  it('that expires within a minute is used only once', async () => {
    tokens.behave(token('token-1', { expires_in: 60 }), token('token-2', { expires_in: 60 }));
    const { deliver } = deliverer();
    await deliver(delivery());
    await deliver(delivery());
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('without expires_in is cached for four minutes', async () => {
    tokens.behave(token('token-1', { expires_in: undefined }), token('token-2'));
    const { deliver } = deliverer();
    await deliver(delivery());
    clock.advance(239_999);
    await deliver(delivery());
    clock.advance(1);
    await deliver(delivery());
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  it('is requested once for many deliveries that need it at the same time', async () => {
    const slow = delayedAnswer(token('token-1'));
    tokens.behave(slow.behaviour);
    const { deliver } = deliverer();
    const sent = Array.from({ length: 20 }, () => deliver(delivery()));
    await tokens.arrived(1);
    slow.release();
    expect((await Promise.all(sent)).map(({ outcome }) => outcome)).toEqual(Array(20).fill('DELIVERED'));
    expect(tokens.received).toHaveLength(1);
    expect(bearers()).toEqual(Array(20).fill('Bearer token-1'));
  });

  it('is not shared between endpoints, banks or credentials', async () => {
    tokens.behave(token('token-1'), token('token-2'), token('token-3'), token('token-4'));
    const { deliver } = deliverer();
    await deliver(delivery());
    await deliver(delivery({}, { endpointId: 'endpoint-2' }));
    await deliver(delivery({}, { bankId: 'OTHR' }));
    await deliver(delivery({ clientSecret: 'another-secret' }));
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-2', 'Bearer token-3', 'Bearer token-4']);
  });

  it('that the receiver refuses is replaced once, and the notification sent again', async () => {
    tokens.behave(token('token-1'), token('token-2'));
    bank.behave(answersOk, answersStatus(401), answersOk);
    const { deliver } = deliverer();
    await deliver(delivery());
    expect((await deliver(delivery())).outcome).toBe('DELIVERED');
    expect((await deliver(delivery())).outcome).toBe('DELIVERED');
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2', 'Bearer token-2']);
  });

  it('is not replaced a second time when the new one is refused too', async () => {
    tokens.behave(token('token-1'), token('token-2'));
    bank.behave(answersStatus(401));
    const result = await deliverer().deliver(delivery());
    expect(result).toMatchObject({ outcome: 'REJECTED', httpStatus: 401, reason: 'HTTP 401' });
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('that is refused in many deliveries is replaced once for all of them', async () => {
    tokens.behave(token('token-1'), token('token-2'));
    const { deliver } = deliverer();
    await deliver(delivery());
    bank.behave((request, response) => {
      if (request.headers.authorization === 'Bearer token-1') answersStatus(401)(request, response);
      else answersOk(request, response);
    });
    const results = await Promise.all(Array.from({ length: 10 }, () => deliver(delivery())));
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(10).fill('DELIVERED'));
    expect(tokens.received).toHaveLength(2);
  });

  it('is removed from an answer before the answer is stored', async () => {
    tokens.behave(token('token-1'));
    bank.behave(answers(({ headers }) => `you sent ${headers.authorization}`, 403));
    expect((await deliverer().deliver(delivery())).answer).toBe('you sent Bearer [redacted]');
  });
});

describe('nothing is sent without an access token', () => {
  const noText = answers(() => 'access_token=token-1&token_type=Bearer');

  it.each<[string, Behaviour, string]>([
    ['500', answersStatus(500), 'it returned HTTP 500'],
    [
      '401 with a code',
      answersStatus(401, {}, '{"error":"invalid_client","error_description":"the secret a-secret is wrong"}'),
      'it returned HTTP 401 (invalid_client)',
    ],
    [
      'a code that is a whole text',
      answersStatus(400, {}, '{"error":"no <b>such</b> client"}'),
      'it returned HTTP 400',
    ],
    [
      'a code with a card number',
      answersStatus(400, {}, '{"error":"4000001234567899"}'),
      'it returned HTTP 400 (400000XXXXXX7899)',
    ],
    ['302', answersStatus(302, { location: '/elsewhere' }), 'it returned HTTP 302'],
    ['no JSON', noText, 'its response has no access_token'],
    ['null', answers(() => 'null'), 'its response has no access_token'],
    ['a list', answers(() => '[]'), 'its response has no access_token'],
    ['no token', token('', { access_token: undefined }), 'its response has no access_token'],
    ['an empty token', token(''), 'its access_token cannot be sent'],
    ['a token that would end the header', token('a\r\nx-more: 1'), 'its access_token cannot be sent'],
    ['another kind of token', token('token-1', { token_type: 'mac' }), 'its token_type is not Bearer'],
    ['a token of no kind', token('token-1', { token_type: undefined }), 'its token_type is not Bearer'],
    ['a strange life', token('token-1', { expires_in: 'long' }), 'its expires_in is not a number of seconds'],
    ['more than 64 KiB', answers(() => ' '.repeat(65_537)), 'its response could not be read to the end'],
  ])('when the token URL answers %s', async (_what, behaviour, problem) => {
    tokens.behave(behaviour);
    const result = await deliverer().deliver(delivery());
    expect(result).toMatchObject({
      outcome: 'NO_TOKEN',
      reason: `no token from the token URL: ${problem}`,
      httpStatus: undefined,
      answer: undefined,
    });
    expect(bank.received).toEqual([]);
  });

  it('when the token URL does not answer in time', async () => {
    tokens.behave(hangBeforeHeaders);
    const result = await deliverer({ limits: { headersMs: 300 } }).deliver(delivery());
    expect(result).toMatchObject({
      outcome: 'NO_TOKEN',
      reason: 'no token from the token URL: no response within 0.3 s',
    });
    expect(bank.received).toEqual([]);
  });

  it('when the token URL leads to an address that is not public, in production', async () => {
    const { deliver } = deliverer({ allowPrivateAddresses: false });
    const result = await deliver(delivery());
    expect(result.reason).toBe('no token from the token URL: the address is not public');
    expect([tokens.connections(), bank.connections()]).toEqual([0, 0]);
  });

  it('and the next delivery requests a token again', async () => {
    tokens.behave(answersStatus(500), token('token-1'));
    const { deliver } = deliverer();
    expect((await deliver(delivery())).outcome).toBe('NO_TOKEN');
    expect((await deliver(delivery())).outcome).toBe('DELIVERED');
  });
});
