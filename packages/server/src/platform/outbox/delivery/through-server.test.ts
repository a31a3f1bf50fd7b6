import { rm } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { issueCard } from '../../../testing/cards/issued-cards.ts';
import { newToken } from '../../../testing/cards/tokens.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { deferredPromise } from '../../../testing/outbox.ts';
import { startNameServer } from '../../../testing/system/name-server.ts';
import { fileServer, testServer } from '../../../testing/test-server.ts';
import { answersCode, answersOk, hangBeforeHeaders, startReceiver } from '../../../testing/webhook-receiver.ts';
import { registerWebhook, webhooks } from '../../../testing/webhooks.ts';
import { WITHIN } from '../../../testing/within.ts';

describe('a server', () => {
  const server = fileServer();
  const receiver = fileResource(() => startReceiver({ tls: 'none' }));

  async function metric(name: string): Promise<number> {
    const { text } = await server.request({ method: 'GET', url: '/metrics' });
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return Number(line?.split(' ').at(-1));
  }

  it('delivers the notifications of its operations, retries them when due, and counts every attempt', async () => {
    receiver.behave(answersCode('05'), answersOk);
    const { id } = await registerWebhook(server, { url: receiver.url });
    const card = await issueCard(server);
    await newToken(server, card.exid);
    await vi.waitFor(async () => {
      expect(await metric('cardwright_outbox_attempts_total{outcome="REJECTED"}')).toBe(1);
    }, WITHIN);
    await server.server.periodicJobs.runDue();
    expect(await metric('cardwright_outbox_pending')).toBe(1);
    server.clock.advance(6_000);
    await vi.waitFor(async () => {
      expect(await metric('cardwright_outbox_attempts_total{outcome="DELIVERED"}')).toBe(1);
    }, WITHIN);
    expect(receiver.received[0]!.body).toBe(receiver.received[1]!.body);
    expect(receiver.received[0]!.headers['webhook-id']).toBe(receiver.received[1]!.headers['webhook-id']);
    expect(await metric('cardwright_outbox_first_attempt_delay_seconds_count')).toBe(1);
    await server.server.periodicJobs.runDue();
    expect(await metric('cardwright_outbox_pending')).toBe(0);
    expect(await metric('cardwright_outbox_dead_total')).toBe(0);
    await webhooks(server, `/${id}`, { method: 'PATCH', body: { state: 'PAUSED' } });
  });

  it('marks messages as dead after 30 days, and deletes those older than the setting', async () => {
    const card = await issueCard(server);
    await newToken(server, card.exid);
    const states = async () =>
      (await server.db.sql('select state from outbox_messages order by message_id')) as object[];
    expect(await states()).toEqual([{ state: 'DELIVERED' }, { state: 'PENDING' }]);
    server.clock.advance(30 * 86_400_000);
    await server.server.periodicJobs.runDue();
    expect(await states()).toEqual([{ state: 'DELIVERED' }, { state: 'DEAD' }]);
    expect(await metric('cardwright_outbox_dead_total')).toBe(1);
    server.clock.advance(61 * 86_400_000);
    await server.server.periodicJobs.runDue();
    expect(await states()).toEqual([]);
  });
});

it('a server that is stopped during a name lookup delivers once the name is resolved, and records no failure', async () => {
  const known = deferredPromise<void>();
  const names = await startNameServer({ 'bank.example': { addresses: ['127.0.0.1'], after: known.promise } });
  const server = await testServer({ CARDWRIGHT_NAME_SERVERS: names.address });
  const receiver = await startReceiver({ tls: 'none' });
  await registerWebhook(server, { url: receiver.url.replace('127.0.0.1', 'bank.example') });
  const card = await issueCard(server);
  await newToken(server, card.exid);
  await vi.waitFor(() => expect(names.queries).toContain('bank.example A'), WITHIN);
  const stopping = server.server.close();
  known.release();
  await stopping;
  expect(await server.db.sql('select state, attempts, failures from outbox_messages')).toEqual([
    { state: 'DELIVERED', attempts: 1, failures: 0 },
  ]);
  await receiver.close();
  await names.close();
  await server.db.close();
  await rm(server.dataDir, { recursive: true, force: true });
});

it('a server that is stopped while an endpoint hangs still stops, and the message is not lost', async () => {
  const server = await testServer();
  const receiver = await startReceiver({ tls: 'none' });
  receiver.behave(hangBeforeHeaders);
  await registerWebhook(server, { url: receiver.url });
  const card = await issueCard(server);
  await newToken(server, card.exid);
  await receiver.arrived(1);
  await server.server.close();
  expect(await server.db.sql('select state, failures from outbox_messages')).toEqual([
    { state: 'PENDING', failures: 0 },
  ]);
  await receiver.close();
  await server.db.close();
  await rm(server.dataDir, { recursive: true, force: true });
});
