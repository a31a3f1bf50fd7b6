import { SCOPES } from '@cardwright/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { anotherServer } from '../../testing/another-server.ts';
import { commandDeps, rowsByDataKey, waitForRotation } from '../../testing/callers/keys.ts';
import { requestOf } from '../../testing/merchants/merchants.ts';
import { submit, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';
import { answers, startReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { registerWebhook, webhooks } from '../../testing/webhooks.ts';
import { WITHIN } from '../../testing/within.ts';
import type { Server } from '../assembly/server.ts';
import { applyConfiguration } from '../configuration/apply-configuration.ts';
import { beginRotation } from './index.ts';

const ACQUIRER = 'screened-acquirer';
const TOKEN = 'provider-token-0123456789';
/** A server that starts after the rotation, with no older keys or values in memory. */
let fresh: Server | undefined;
let provider: WebhookReceiver;
let receiver: WebhookReceiver;
const server = fileServer();
beforeAll(async () => {
  [provider, receiver] = await Promise.all([startReceiver({ tls: 'none' }), startReceiver({ tls: 'none' })]);
  provider.behave(
    answers(({ body }) => {
      const { merchants } = JSON.parse(body) as { merchants: { merchantId: string }[] };
      return JSON.stringify({ results: merchants.map(({ merchantId }) => ({ merchantId, hits: [] })) });
    }),
  );
  const { vault } = await commandDeps(server);
  const acquirer = { acquirer_id: 'SCRN', name: 'With a provider', screening: { url: provider.url, token: TOKEN } };
  const caller = { client_id: ACQUIRER, secret: `${ACQUIRER}-secret`, kind: 'acquirer', acquirer_id: 'SCRN' } as const;
  const oauth_clients = [{ ...caller, scopes: [...SCOPES] }];
  const configuration = { banks: [], acquirers: [acquirer], oauth_clients };
  await applyConfiguration(server.db.database, configuration, { sandbox: true, vault });
  await server.server.periodicJobs.runDue();
});
afterAll(async () => {
  await fresh?.close();
  await Promise.all([provider?.close(), receiver?.close()]);
});

/** Returns the number of rows that belong to acquirers, by table and data key. */
const rowsOfAcquirers = () =>
  server.db.sql(
    `select 'endpoint keys' as kind, key_version, count(*)::int as rows from webhook_keys where bank_id = '-' group by 2
      union all
     select 'notifications', key_version, count(*)::int from outbox_messages where bank_id = '-' group by 2
      union all
     select 'screening tokens', key_version, count(*)::int from acquirers where key_version is not null group by 2
      order by 1, 2`,
  );

it('values sealed for acquirers are resealed too: notifications, endpoint keys, and screening tokens', async () => {
  const { id, secret } = await registerWebhook(server, { url: receiver.url }, ACQUIRER);
  receiver.trust(secret);
  await submit(server, [uniqueMerchant()], ACQUIRER);
  await server.server.screeningIdle();
  const delivered = async () =>
    (await webhooks(server, `/${id}/messages?state=DELIVERED`, { as: ACQUIRER })).json.messages;
  await vi.waitFor(async () => expect(await delivered()).toHaveLength(3), WITHIN);
  expect(provider.received.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`]);
  const rows = (keyVersion: number) => [
    { kind: 'endpoint keys', key_version: keyVersion, rows: 1 },
    { kind: 'notifications', key_version: keyVersion, rows: 3 },
    { kind: 'screening tokens', key_version: keyVersion, rows: 1 },
  ];
  expect(await rowsOfAcquirers()).toEqual(rows(1));

  await beginRotation(await commandDeps(server), 'DATA');
  await waitForRotation(server.db, server.server);
  expect(Object.keys(await rowsByDataKey(server.db))).toEqual(['2']);
  expect(await rowsOfAcquirers()).toEqual(rows(2));

  fresh = await anotherServer(server);
  const since = '2026-11-20T00:00:00Z';
  const replayed = await webhooks(server, `/${id}/replay`, { as: ACQUIRER, body: { since } });
  expect(replayed.json).toMatchObject({ replayed: 3 });
  await receiver.arrived(6);
  const bodies = receiver.received.map(({ body }) => body);
  expect(bodies.slice(3)).toEqual(bodies.slice(0, 3));
  expect(receiver.received.every(({ isSigned }) => isSigned)).toBe(true);

  const sent = await fresh.app.inject({
    method: 'POST',
    url: '/V2/merchants/onboarding',
    headers: { authorization: `Bearer ${await server.token(ACQUIRER)}` },
    payload: requestOf([uniqueMerchant()]),
  });
  expect(sent.statusCode).toBe(202);
  await fresh.screeningIdle();
  expect(provider.received.slice(1).map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`]);
});
