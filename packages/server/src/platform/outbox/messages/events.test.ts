import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { issueCard } from '../../../testing/cards/issued-cards.ts';
import { act, newToken } from '../../../testing/cards/tokens.ts';
import { deferredPromise, idOf } from '../../../testing/outbox.ts';
import { fileServer } from '../../../testing/test-server.ts';
import type { WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { freshReceiver, registerWebhook, webhooks } from '../../../testing/webhooks.ts';
import { WITHIN } from '../../../testing/within.ts';
import { openVault, sandboxKeys } from '../../vault/index.ts';
import { createEnqueue } from './enqueue.ts';

const server = fileServer();
let receiver: WebhookReceiver;
let exid: string;

beforeAll(async () => {
  ({ exid } = await issueCard(server));
});

beforeEach(async () => {
  receiver = await freshReceiver(server);
  return () => receiver.close();
});

interface Event {
  id: string;
  type: string;
  details: { token: { tokenEventIndicator?: string } };
}

/** Type and indicator of the received messages, in order. */
const received = () =>
  receiver.received.map(({ body }) => {
    const { type, details } = JSON.parse(body) as Event;
    return `${type} ${details.token.tokenEventIndicator ?? ''}`.trim();
  });

const register = (more: Record<string, unknown> = {}) => webhooks(server, '', { body: { url: receiver.url, ...more } });

/** Creates a token and every event that it can have. */
async function wholeLife(): Promise<void> {
  const reference = await newToken(server, exid);
  for (const action of ['suspend', 'resume', 'deactivate', 'delete'] as const) await act(server, reference, action);
}
const WHOLE_LIFE = ['TC', 'TD 6', 'TE 7', 'TD 3', 'TD 4'];

describe('an event', () => {
  it('is stored without an endpoint, and goes to one that is registered later with a backfill of that time', async () => {
    server.clock.set('2026-11-20T08:00:00.000Z');
    const reference = await newToken(server, exid);
    server.clock.set('2026-11-20T09:00:00.000Z');
    await act(server, reference, 'suspend');
    server.clock.set('2026-11-20T10:00:00.000Z');
    await act(server, reference, 'resume');
    const { status, json } = await register({ backfill: { since: '2026-11-20T09:00:00.000Z' } });
    expect([status, json.backfilled]).toEqual([200, 2]);
    await act(server, reference, 'delete');
    await vi.waitFor(() => expect(received()).toEqual(['TD 6', 'TE 7', 'TD 4']), WITHIN);
  });

  it('goes to a later endpoint that requests all events after another one', async () => {
    await wholeLife();
    const [second] = await server.db.sql<{ id: string }>(
      'select notification_id as id from outbox_events order by event_id offset 1 limit 1',
    );
    expect((await register({ backfill: { after: second!.id } })).json.backfilled).toBe(3);
    await vi.waitFor(() => expect(received()).toEqual(['TE 7', 'TD 3', 'TD 4']), WITHIN);
  });

  it('from before the registration does not go to an endpoint that does not request it', async () => {
    const reference = await newToken(server, exid);
    expect((await register()).json.backfilled).toBe(0);
    await act(server, reference, 'suspend');
    await vi.waitFor(() => expect(received()).toEqual(['TD 6']), WITHIN);
  });

  it('that is being written while an endpoint is registered is not missed by its backfill', async () => {
    const written = deferredPromise<void>();
    const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
    const event = { bankId: 'DEMO', stream: 'token:late', notificationId: idOf('late'), type: 'TE', payload: '{}' };
    const isWriting = deferredPromise<void>();
    const writing = server.db.database.transaction(async (tx) => {
      await createEnqueue(vault)(tx, { ...event, at: server.clock.now() });
      isWriting.release();
      await written.promise;
      return { commit: true, result: undefined };
    });
    await isWriting.promise;
    const registering = register({ backfill: { since: '2020-01-01T00:00:00Z' } });
    await vi.waitFor(async () => {
      const waits = `select from pg_locks where locktype = 'advisory' and not granted`;
      expect(await server.db.sql(waits)).toHaveLength(1);
    }, WITHIN);
    written.release();
    await writing;
    expect((await registering).json.backfilled).toBe(1);
    await vi.waitFor(
      () => expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([idOf('late')]),
      WITHIN,
    );
  });

  it.each([
    ['neither a time nor an event', {}, 400, '103'],
    ['both', { since: '2026-11-20T08:00:00Z', after: '00000000-0000-4000-8000-000000000000' }, 400, '106'],
    ['an unknown event', { after: '00000000-0000-4000-8000-000000000000' }, 404, '313'],
    ['no time', { since: 'yesterday' }, 400, '105'],
  ])('is not backfilled for %s, and nothing is registered', async (_what, backfill, http, errorCode) => {
    const { status, json } = await register({ backfill });
    expect([status, json.error_code]).toEqual([http, errorCode]);
    expect(await server.db.sql('select from webhook_endpoints')).toEqual([]);
  });

  it('of another bank cannot be named, and is never sent', async () => {
    await wholeLife();
    const [first] = await server.db.sql<{ id: string }>('select notification_id as id from outbox_events limit 1');
    const subscribe = (backfill: object) =>
      webhooks(server, '', { as: 'other-bank', body: { url: receiver.url, backfill } });
    expect((await subscribe({ after: first!.id })).json.error_code).toBe('313');
    expect((await subscribe({ since: '2020-01-01T00:00:00Z' })).json.backfilled).toBe(0);
  });

  it('is only backfilled up to 20,000 events; beyond that, the answer states what to do', async () => {
    await server.db.sql(
      `insert into outbox_events (bank_id, owner_id, notification_id, stream, type, sealed_payload, key_version, created_at)
       select 'DEMO', 'DEMO', 'n' || n, 's', 'TE', '', 1, now() from generate_series(1, 20001) n`,
    );
    const { json } = await register({ backfill: { since: '2020-01-01T00:00:00Z' } });
    expect(json).toMatchObject({
      error_code: '420',
      detail: 'There are more than 20000 events: begin later, or ask for fewer types',
    });
    expect((await register({ events: ['TC'], backfill: { since: '2020-01-01T00:00:00Z' } })).json.backfilled).toBe(0);
  });
});

describe('a subscription', () => {
  it.each([
    ['nothing said', undefined, WHOLE_LIFE],
    ['one type', ['TD'], ['TD 6', 'TD 3', 'TD 4']],
    ['indicators of TD', ['TD:3', 'TD:4'], ['TD 3', 'TD 4']],
    ['a type and an indicator', ['TC', 'TD:6'], ['TC', 'TD 6']],
  ])('with %s gets only these events, now and in a backfill', async (_what, events, expected) => {
    await register(events === undefined ? {} : { events });
    await wholeLife();
    await vi.waitFor(() => expect(received()).toEqual(expected), WITHIN);
    const other = { url: `${receiver.url}/later`, backfill: { since: '2020-01-01T00:00:00Z' } };
    await register(events === undefined ? other : { ...other, events });
    await vi.waitFor(() => expect(received()).toEqual([...expected, ...expected]), WITHIN);
  });

  it('can be changed and is listed; earlier messages are still delivered', async () => {
    const { json } = await register({ events: ['TC'] });
    const { endpoint_id: id } = json.endpoint as { endpoint_id: string };
    const changed = await webhooks(server, `/${id}`, { method: 'PATCH', body: { events: ['TD:4', 'TE'] } });
    expect(changed.json.events).toEqual(['TD:4', 'TE']);
    await wholeLife();
    await vi.waitFor(() => expect(received()).toEqual(['TE 7', 'TD 4']), WITHIN);
  });

  it.each([
    ['an unknown type', ['XX'], 'events[0]', '106'],
    ['the events of an acquirer', ['TC', 'merchant.status'], 'events[1]', '106'],
    ['one twice', ['TC', 'TC'], 'events[1]', '106'],
    ['nothing', [], 'events', '103'],
  ])('to %s is refused', async (_what, events, path, errorCode) => {
    const { json } = await register({ events });
    expect(json.error_code).toBe(errorCode);
    expect((json.errors as { path: string }[])[0]!.path).toBe(path);
  });
});

describe('a deleted endpoint', () => {
  it('cannot be found any more, and its pending messages are never sent, unlike those of other endpoints', async () => {
    const other = await registerWebhook(server, { url: `${receiver.url}/other` });
    const { id } = await registerWebhook(server, { url: `${receiver.url}/deleted` });
    for (const one of [id, other.id]) await webhooks(server, `/${one}`, { method: 'PATCH', body: { state: 'PAUSED' } });
    await wholeLife();
    const answer = await webhooks(server, `/${id}`, { method: 'DELETE' });
    expect([answer.status, answer.json]).toEqual([200, { endpoint_id: id, dropped: 5 }]);
    for (const path of ['', '/messages', '/attempts']) {
      expect((await webhooks(server, `/${id}${path}`)).json.error_code).toBe('312');
    }
    expect((await webhooks(server, `/${id}`, { method: 'DELETE' })).json.error_code).toBe('312');
    await webhooks(server, `/${other.id}`, { method: 'PATCH', body: { state: 'ACTIVE' } });
    await vi.waitFor(() => expect(received()).toEqual(WHOLE_LIFE), WITHIN);
    expect(receiver.received.map(({ path }) => path)).toEqual(Array.from({ length: 5 }, () => '/other'));
  });

  it('leaves nothing behind after the periodic jobs, and its URL is free', async () => {
    const { id } = await registerWebhook(server, { url: `${receiver.url}/deleted` });
    await wholeLife();
    await vi.waitFor(() => expect(received()).toEqual(WHOLE_LIFE), WITHIN);
    await vi.waitFor(async () => {
      expect((await webhooks(server, `/${id}`)).json.pending_messages).toBe(0);
    }, WITHIN);
    expect((await webhooks(server, `/${id}`, { method: 'DELETE' })).json.dropped).toBe(0);
    server.clock.advance(10 * 60_000);
    await server.server.periodicJobs.runDue();
    for (const table of ['outbox_messages', 'outbox_attempts', 'outbox_streams', 'webhook_keys', 'deleted_endpoints']) {
      expect([table, await server.db.sql(`select from ${table} where endpoint_id = $1`, [id])]).toEqual([table, []]);
    }
    expect((await webhooks(server, '', { body: { url: `${receiver.url}/deleted` } })).status).toBe(200);
  });
});

it('events are deleted after the days of the setting', async () => {
  await wholeLife();
  server.clock.advance(91 * 86_400_000);
  await server.server.periodicJobs.runDue();
  expect(await server.db.sql('select from outbox_events')).toEqual([]);
});
