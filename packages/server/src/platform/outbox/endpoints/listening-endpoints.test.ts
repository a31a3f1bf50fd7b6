import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fileServer } from '../../../testing/test-server.ts';
import {
  answersCode,
  answersStatus,
  type ReceivedRequest,
  startReceiver,
  type WebhookReceiver,
} from '../../../testing/webhook-receiver.ts';
import { registerWebhook, webhooks } from '../../../testing/webhooks.ts';
import { WITHIN } from '../../../testing/within.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const NOW = '2026-11-20T08:00:00.000Z';

const server = fileServer();
const receivers: WebhookReceiver[] = [];

afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  await server.db.sql(`delete from webhook_endpoints where owner_id = 'DEMO'`);
});

async function receiver(): Promise<WebhookReceiver> {
  const started = await startReceiver({ tls: 'none' });
  receivers.push(started);
  return started;
}

function signatures({ headers }: ReceivedRequest): string[] {
  return headers['webhook-signature']!.split(' ').map((signature) => signature.split(',')[0]!);
}

function isSignedWith(secret: string, { body, headers }: ReceivedRequest): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

describe('rotation', () => {
  it('signs with the old and the new key during the overlap, only with the new one after it, and never with more than two', async () => {
    const to = await receiver();
    const { id, secret: first } = await registerWebhook(server, { url: to.url });
    const lastSignedWith = async (secrets: readonly string[]) => {
      await webhooks(server, `/${id}/test`, { body: {} });
      return secrets.filter((secret) => isSignedWith(secret, to.received.at(-1)!));
    };
    const rotate = async (body: object) => {
      const { json } = await webhooks(server, `/${id}/rotate-secret`, { body });
      return json as { secret: string; previous_retires_at: string; public_key: null };
    };
    expect(await lastSignedWith([first])).toEqual([first]);
    const second = await rotate({});
    expect(second).toEqual({
      secret: expect.stringMatching(/^whsec_/),
      public_key: null,
      previous_retires_at: '2026-11-21T08:00:00.000Z',
    });
    expect(await lastSignedWith([first, second.secret])).toEqual([first, second.secret]);
    server.clock.set('2026-11-21T08:00:00.000Z');
    expect(await lastSignedWith([first, second.secret])).toEqual([second.secret]);

    const third = await rotate({ overlap_seconds: 60 });
    expect(third.previous_retires_at).toBe('2026-11-21T08:01:00.000Z');
    const fourth = await rotate({ overlap_seconds: '60' });
    const secrets = [second.secret, third.secret, fourth.secret];
    expect(await lastSignedWith(secrets)).toEqual([third.secret, fourth.secret]);
    expect((await webhooks(server, `/${id}`)).json.keys).toHaveLength(2);
    await rotate({ overlap_seconds: 0 });
    expect(await lastSignedWith(secrets)).toEqual([]);
    server.clock.set(NOW);
  });

  it('also renews the ed25519 pair if there is one', async () => {
    const to = await receiver();
    const { id, publicKey } = await registerWebhook(server, { url: to.url, ed25519: true });
    const rotated = (await webhooks(server, `/${id}/rotate-secret`, { body: {} })).json;
    expect(rotated.public_key).toMatch(/^whpk_/);
    expect(rotated.public_key).not.toBe(publicKey);
    await webhooks(server, `/${id}/test`, { body: {} });
    const message = to.received.at(-1)!;
    expect(signatures(message).sort()).toEqual(['v1', 'v1', 'v1a', 'v1a']);
    const { headers, body } = message;
    const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
    for (const key of [publicKey, rotated.public_key]) {
      const der = Buffer.concat([
        Buffer.from('302a300506032b6570032100', 'hex'),
        Buffer.from(String(key).slice('whpk_'.length), 'base64'),
      ]);
      const publicObject = createPublicKey({ key: der, format: 'der', type: 'spki' });
      const pairs = headers['webhook-signature']!.split(' ').filter((one) => one.startsWith('v1a,'));
      expect(pairs.some((one) => verify(null, signed, publicObject, Buffer.from(one.slice(4), 'base64')))).toBe(true);
    }
  });

  it('leaves two signing keys after several rotations at the same time', async () => {
    const { id } = await registerWebhook(server);
    await Promise.all(Array.from({ length: 5 }, () => webhooks(server, `/${id}/rotate-secret`, { body: {} })));
    expect((await webhooks(server, `/${id}`)).json.keys).toHaveLength(2);
  });
});

describe('a test', () => {
  it('sends a complete signed notification and answers with the outcome; the attempt is stored', async () => {
    const to = await receiver();
    const { id, secret } = await registerWebhook(server, { url: `${to.url}/hook` });
    const answer = await webhooks(server, `/${id}/test`, { body: {} });
    const attempt = {
      notification_id: expect.stringMatching(UUID),
      type: 'TE',
      attempt: 0,
      at: NOW,
      duration_ms: expect.any(Number),
      outcome: 'DELIVERED',
      reason: 'delivered',
      http_status: 200,
      answer: expect.stringContaining('RECEIVER-001'),
      next_attempt_at: null,
    };
    expect(answer.json).toEqual(attempt);
    const [message] = to.received;
    expect([message!.path, message!.headers['webhook-id']]).toEqual(['/hook', answer.json.notification_id]);
    expect(isSignedWith(secret, message!)).toBe(true);
    expect(JSON.parse(message!.body)).toMatchObject({ type: 'TE', timestamp: NOW });
    const { json } = await webhooks(server, `/${id}/attempts`);
    expect(json).toEqual({ attempts: [answer.json], next_cursor: null });
  });

  it.each([
    ['a code that is not 00', answersCode('05'), 'REJECTED', 200],
    ['410', answersStatus(410), 'GONE', 410],
  ])(
    'that is answered with %s reports it, and changes nothing about the endpoint',
    async (_what, behave, outcome, http) => {
      const to = await receiver();
      to.behave(behave);
      const { id } = await registerWebhook(server, { url: to.url });
      const { json: before } = await webhooks(server, `/${id}`);
      const { json } = await webhooks(server, `/${id}/test`, { body: {} });
      expect(json).toMatchObject({ outcome, http_status: http, next_attempt_at: null });
      expect((await webhooks(server, `/${id}`)).json).toEqual(before);
    },
  );

  it('holds no transaction open while it waits for the answer', async () => {
    const to = await receiver();
    to.behave((_request, response) => {
      const inTransaction = `select from pg_stat_activity where datname = current_database() and state like 'idle in%'`;
      // the server's own work may be in a transaction for a moment; one that waits for this answer would stay open
      void vi
        .waitUntil(async () => (await server.db.sql(inTransaction)).length === 0, WITHIN)
        .then(() => response.writeHead(500).end());
    });
    const { id } = await registerWebhook(server, { url: to.url });
    const { json } = await webhooks(server, `/${id}/test`, { body: {} });
    expect(json.http_status).toBe(500);
  });

  it('of a paused endpoint is sent too, so that its owner can check before activating it', async () => {
    const to = await receiver();
    const { id } = await registerWebhook(server, { url: to.url });
    await webhooks(server, `/${id}`, { method: 'PATCH', body: { state: 'PAUSED' } });
    expect((await webhooks(server, `/${id}/test`, { body: {} })).json.outcome).toBe('DELIVERED');
  });
});
