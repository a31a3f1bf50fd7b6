import { verify } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { generateWebhookKeyPair } from '@cardwright/sdk';
import { describe, expect, it } from 'vitest';
import {
  DELIVERED_PAYLOAD,
  DELIVERY_KEY,
  DELIVERY_SECRET,
  deliverersOfEachTest,
  delivery,
} from '../../../testing/deliverers.ts';
import {
  answers,
  answersCode,
  answersOk,
  answersStatus,
  answerTo,
  type Behaviour,
  delayedAnswer,
  endlessBody,
  hangBeforeHeaders,
  ofBytes,
  type WebhookReceiver,
} from '../../../testing/webhook-receiver.ts';
import type { EndpointSigningKey } from './delivery.ts';

const { receiver, deliverer } = deliverersOfEachTest();

describe('a notification', () => {
  it('arrives unchanged, signed, and with the headers of Standard Webhooks', async () => {
    const bank = await receiver();
    const { deliver } = deliverer({ clock: { now: () => new Date('2026-11-20T08:00:00.999Z') } });
    const result = await deliver(delivery(`${bank.url}/hooks/tokens?bank=1`));
    expect(result).toMatchObject({ outcome: 'DELIVERED', reason: 'delivered', httpStatus: 200 });
    expect(bank.received).toHaveLength(1);
    const [{ method, path, headers, body }] = bank.received as [WebhookReceiver['received'][number]];
    expect([method, path, body]).toEqual(['POST', '/hooks/tokens?bank=1', DELIVERED_PAYLOAD]);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'cardwright/0.1.0',
      'webhook-id': '5e8f4f0e-6c0b-4b57-9b0c-0f3f0c1d2e3f',
      'webhook-timestamp': '1795161600',
      // computed with openssl dgst -sha256 -mac HMAC
      'webhook-signature': 'v1,wBiJfYNAq4rUwd6nITe5s0SWjfOE5gvCCe1Ue8xXjzE=',
    });
    expect(headers).not.toHaveProperty('authorization');
  });

  it('is verified by the standardwebhooks package, at the time at which it is sent', async () => {
    const bank = await receiver();
    expect((await deliverer().deliver(delivery(bank.url))).outcome).toBe('DELIVERED');
    expect(bank.received[0]!.isSigned).toBe(true);
  });

  it('is signed by both keys of a rotation, so that either secret verifies it', async () => {
    const oldSecret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
    const older: EndpointSigningKey = { keyId: 'older', kind: 'hmac', secret: Buffer.alloc(32) };
    for (const secret of [DELIVERY_SECRET, oldSecret]) {
      const bank = await receiver({ secret });
      await deliverer().deliver(delivery(bank.url, { keys: [DELIVERY_KEY, older] }));
      expect(bank.received[0]!.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
      expect(bank.received[0]!.isSigned).toBe(true);
    }
  });

  it('is also signed by an ed25519 key', async () => {
    const { privateKey, publicKey } = generateWebhookKeyPair();
    const seed = Buffer.from(privateKey.slice('whsk_'.length), 'base64');
    const bank = await receiver();
    const keys: EndpointSigningKey[] = [DELIVERY_KEY, { keyId: 'second', kind: 'ed25519', secret: seed }];
    await deliverer().deliver(delivery(bank.url, { keys }));
    const { headers, body, isSigned } = bank.received[0]!;
    expect(isSigned).toBe(true);
    const signature = /^v1,\S{44} v1a,(\S{88})$/.exec(headers['webhook-signature']!)![1]!;
    const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
    const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url');
    const key = { key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' } as const;
    expect(verify(null, content, key, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it('reuses an open connection', async () => {
    const bank = await receiver();
    const { deliver } = deliverer();
    for (let sent = 0; sent < 3; sent++) {
      expect((await deliver(delivery(bank.url))).outcome).toBe('DELIVERED');
      // a connection can be reused one event loop turn after its answer has ended
      await setImmediate();
    }
    expect([bank.received.length, bank.connections()]).toEqual([3, 1]);
  });

  it('does not wait for another notification that its receiver answers slowly', async () => {
    const bank = await receiver();
    const slow = delayedAnswer(answersOk);
    bank.behave(slow.behaviour, answersOk);
    const { deliver } = deliverer();
    const first = deliver(delivery(bank.url));
    await bank.arrived(1);
    expect((await deliver(delivery(bank.url))).outcome).toBe('DELIVERED');
    slow.release();
    expect((await first).outcome).toBe('DELIVERED');
  });

  it('is also sent over http if that is allowed', async () => {
    const bank = await receiver({ tls: 'none' });
    expect((await deliverer().deliver(delivery(bank.url))).outcome).toBe('DELIVERED');
  });
});

describe('an answer', () => {
  const withId = (id: string) => answers((request) => answerTo(request, { id }));
  const moved = answersStatus(302, { location: 'https://elsewhere.example/' }, 'moved');
  const wrongType = answers((request) => answerTo(request, { type: 'TE' }));

  it.each<[string, Behaviour, string, number, string]>([
    ['204 without a body', answersStatus(204), 'BAD_ANSWER', 204, 'the response is not JSON'],
    ['200 with HTML', answersStatus(200, {}, '<html>'), 'BAD_ANSWER', 200, 'the response is not JSON'],
    ['201 and all right', answers(answerTo, 201), 'DELIVERED', 201, 'delivered'],
    ['an id of 13 characters', withId('1234567890123'), 'BAD_ANSWER', 200, "the response's id has 13 characters"],
    ['an empty id', withId(''), 'BAD_ANSWER', 200, "the response's id is empty"],
    ['another type', wrongType, 'BAD_ANSWER', 200, 'the response\'s type is "TE", not "TD"'],
    ['code 05', answersCode('05'), 'REJECTED', 200, 'the response\'s code is "05"'],
    ['400', answersStatus(400), 'REJECTED', 400, 'HTTP 400'],
    ['401 without OAuth', answersStatus(401), 'REJECTED', 401, 'HTTP 401'],
    ['404 that says 00', answers(answerTo, 404), 'REJECTED', 404, 'HTTP 404'],
    ['500', answersStatus(500, {}, 'oops'), 'REJECTED', 500, 'HTTP 500'],
    ['503', answersStatus(503, { 'retry-after': '1' }), 'REJECTED', 503, 'HTTP 503'],
    ['410', answersStatus(410), 'GONE', 410, 'HTTP 410: the endpoint is gone'],
    ['302', moved, 'REDIRECTED', 302, 'HTTP 302: redirects are not followed'],
    ['308', answersStatus(308, { location: '/' }), 'REDIRECTED', 308, 'HTTP 308: redirects are not followed'],
    ['exactly 64 KiB', ofBytes(65_536), 'DELIVERED', 200, 'delivered'],
    ['64 KiB and one byte', ofBytes(65_537), 'BAD_ANSWER', 200, 'the response is longer than 65536 bytes'],
  ])('of %s', async (_what, behaviour, outcome, httpStatus, reason) => {
    const bank = await receiver();
    bank.behave(behaviour);
    expect(await deliverer().deliver(delivery(bank.url))).toMatchObject({ outcome, httpStatus, reason });
    // the deliverer retries none of them, and follows no redirect
    expect(bank.received).toHaveLength(1);
  });

  it('is stored for the endpoint’s owner, up to a thousand characters', async () => {
    const bank = await receiver();
    bank.behave(answersStatus(500, {}, `oops\0${'x'.repeat(2_000)}`));
    const { answer } = await deliverer().deliver(delivery(bank.url));
    expect(answer).toBe(`oops\ufffd${'x'.repeat(995)}`);
  });

  it('is stored with card numbers masked and the echoed request removed', async () => {
    const bank = await receiver();
    bank.behave(answers(({ body }) => `no card 4000001234567899 for ${body}`, 400));
    const { answer } = await deliverer().deliver(delivery(bank.url));
    expect(answer).toBe('no card 400000XXXXXX7899 for [redacted]');
  });

  it('that never ends is truncated, and its connection closed', async () => {
    const bank = await receiver();
    bank.behave(endlessBody);
    const result = await deliverer().deliver(delivery(bank.url));
    expect(result).toMatchObject({ outcome: 'BAD_ANSWER', reason: 'the response is longer than 65536 bytes' });
    await bank.received[0]!.disconnected;
  });
});

describe('a deliverer that is closed', () => {
  it('aborts running deliveries, and sends nothing more', async () => {
    const bank = await receiver();
    bank.behave(hangBeforeHeaders);
    const { deliver, close } = deliverer();
    const sent = deliver(delivery(bank.url));
    await bank.arrived(1);
    await close();
    expect(await sent).toMatchObject({ outcome: 'UNREACHABLE', reason: 'this server was stopped' });
    await bank.received[0]!.disconnected;
    expect(await deliver(delivery(bank.url))).toMatchObject({ outcome: 'UNREACHABLE' });
    expect(bank.received).toHaveLength(1);
  });
});
