import { SCOPES, type Scope } from '@cardwright/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyConfiguration } from '../../../host/configuration/apply-configuration.ts';
import { OWN_PAGE, signInDemo } from '../../../testing/callers/demo-sessions.ts';
import { issueCard } from '../../../testing/cards/issued-cards.ts';
import { newToken } from '../../../testing/cards/tokens.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';
import type { WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { freshReceiver, registerWebhook, webhooks } from '../../../testing/webhooks.ts';
import { WITHIN } from '../../../testing/within.ts';

const CHANGING = 'changing-caller';
const ONLY_WEBHOOKS = 'only-webhooks';
const READS_TOKENS = 'reads-tokens';
const OF_WEBHOOKS: readonly Scope[] = ['webhooks:write', 'webhooks:read'];

const server = fileServer();
let exid: string;
let receiver: WebhookReceiver;

/** Configures callers of the bank with these scopes, like a restart of the server with another configuration. */
async function configure(callers: Readonly<Record<string, readonly Scope[]>>): Promise<void> {
  const clients = Object.entries(callers).map(([client_id, scopes]) => {
    return { client_id, secret: `${client_id}-secret`, kind: 'bank' as const, bank_id: 'DEMO', scopes: [...scopes] };
  });
  await applyConfiguration(server.db.database, { banks: [], oauth_clients: clients }, { sandbox: true });
}

beforeAll(async () => {
  ({ exid } = await issueCard(server));
  await configure({
    [ONLY_WEBHOOKS]: OF_WEBHOOKS,
    [READS_TOKENS]: [...OF_WEBHOOKS, 'tokens:read'],
    [CHANGING]: SCOPES,
  });
});
beforeEach(async () => {
  receiver = await freshReceiver(server);
});
afterEach(() => receiver.close());

const register = (as: string, more: Record<string, unknown> = {}) =>
  webhooks(server, '', { as, body: { url: receiver.url, ...more } });
const change = (as: string, id: string, body: object) => webhooks(server, `/${id}`, { as, method: 'PATCH', body });
const refusal = ({ status, json }: Answer) => [status, json.error_code, json.detail];
const lacks = (what: string) => [403, '202', `The caller lacks ${what}`];
const notifications = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const types = () => notifications().map(({ type }) => type);

describe('a caller who may set up endpoints and read nothing else', () => {
  it('cannot register one for data that needs another scope, and the answer names the scope and its events', async () => {
    expect(refusal(await register(ONLY_WEBHOOKS))).toEqual(
      lacks('the scopes tokens:codes for AC; tokens:read for TC, TD and TE'),
    );
    const events = ['authorization.approved', 'limit.reached', 'switch.spent', 'rule.live', 'TD:3', 'message.dead'];
    expect(refusal(await register(ONLY_WEBHOOKS, { events }))).toEqual(
      lacks(
        'the scopes authorizations:read for authorization.approved, limit.reached and switch.spent; programs:read for rule.live; tokens:read for TD:3',
      ),
    );
    expect(await server.db.sql('select from webhook_endpoints')).toEqual([]);
  });

  it('gets no earlier events either', async () => {
    await newToken(server, exid);
    const backfill = { since: '2026-01-01T00:00:00.000Z' };
    expect(refusal(await register(ONLY_WEBHOOKS, { events: ['TC'], backfill }))).toEqual(
      lacks('the scope tokens:read for TC'),
    );
  });

  it('registers one for events about endpoints', async () => {
    expect((await register(ONLY_WEBHOOKS, { events: ['endpoint.failing', 'message.dead'] })).status).toBe(200);
  });

  it('cannot redirect the events of another caller, rotate its keys, or replay its messages', async () => {
    const { id } = await registerWebhook(server, { events: ['AC', 'TC'] }, 'demo-bank');
    const refused = lacks('the scopes tokens:codes for AC; tokens:read for TC');
    expect(refusal(await change(ONLY_WEBHOOKS, id, { url: `${receiver.url}/other` }))).toEqual(refused);
    expect(refusal(await change(ONLY_WEBHOOKS, id, { state: 'PAUSED' }))).toEqual(refused);
    const post = (path: string, body: object) => webhooks(server, `/${id}${path}`, { as: ONLY_WEBHOOKS, body });
    expect(refusal(await post('/rotate-secret', {}))).toEqual(refused);
    expect(refusal(await post('/replay', { since: '2026-01-01T00:00:00.000Z' }))).toEqual(refused);
  });

  it('cannot replay events of an earlier subscription of the endpoint', async () => {
    const { id } = await registerWebhook(server, { url: receiver.url, events: ['TC'] }, 'demo-bank');
    await newToken(server, exid);
    await vi.waitFor(() => expect(types()).toEqual(['TC']), WITHIN);
    await vi.waitFor(async () => {
      const states = await server.db.sql('select state from outbox_messages');
      expect(states).toEqual([{ state: 'DELIVERED' }]);
    }, WITHIN);
    await change('demo-bank', id, { events: ['message.dead'] });
    const body = { notification_id: String(notifications()[0]!.id) };
    const replayed = await webhooks(server, `/${id}/replay`, { as: ONLY_WEBHOOKS, body });
    expect(refusal(replayed)).toEqual(lacks('the scope tokens:read for TC'));
  });
});

it('gets only the events of its scopes: tokens:read gives no activation codes', async () => {
  expect(refusal(await register(READS_TOKENS))).toEqual(lacks('the scope tokens:codes for AC'));
  const { id } = await registerWebhook(server, { events: ['TC', 'TD:4', 'TE'] }, READS_TOKENS);
  expect(refusal(await change(READS_TOKENS, id, { events: ['AC'] }))).toEqual(lacks('the scope tokens:codes for AC'));
  expect((await change(READS_TOKENS, id, { events: ['TC'] })).status).toBe(200);
});

it('a person also needs the scopes, by roles', async () => {
  const { cookie } = await signInDemo(server, 'salim');
  const subscribe = (events: readonly string[]) =>
    server.request({
      method: 'POST',
      url: '/V2/webhook-endpoints',
      headers: { ...OWN_PAGE, cookie },
      payload: { url: `${receiver.url}/${events.length}`, events },
    });
  expect(refusal(await subscribe(['AC', 'authorization.approved']))).toEqual(
    lacks('the scopes tokens:codes for AC; authorizations:read for authorization.approved'),
  );
  expect((await subscribe(['rule.live'])).status).toBe(200);
});

let callers = 0;

/** A new caller with all scopes, because the scopes of holders are cached for a second. */
async function newCaller(): Promise<string> {
  const name = `caller-${++callers}`;
  await configure({ [name]: SCOPES });
  return name;
}

const messages = (id: string) =>
  server.db.sql<{ type: string; state: string }>(
    'select type, state from outbox_messages where endpoint_id = $1 order by message_id',
    [id],
  );
const expectEvents = (id: string, expected: readonly string[]) =>
  vi.waitFor(async () => {
    expect((await messages(id)).map(({ type, state }) => `${type} ${state}`)).toEqual(expected);
  }, WITHIN);

describe('the holder of an endpoint', () => {
  it('that loses a scope loses its events within a second, and no others', async () => {
    const holder = await newCaller();
    const { id } = await registerWebhook(server, { url: receiver.url, events: ['TC', 'endpoint.registered'] }, holder);
    await newToken(server, exid);
    await expectEvents(id, ['TC DELIVERED']);
    await configure({ [holder]: OF_WEBHOOKS });
    await vi.waitFor(
      async () => {
        await newToken(server, exid);
        expect((await messages(id)).map(({ state }) => state)).toContain('DEAD');
      },
      { ...WITHIN, interval: 200 },
    );
    await registerWebhook(server, { events: ['TC'] });
    await vi.waitFor(() => expect(types()).toContain('endpoint.registered'), WITHIN);
  });

  it('is named in the list of attempts, with the scope; the endpoint does not count as failing', async () => {
    const holder = await newCaller();
    const { id } = await registerWebhook(server, { url: receiver.url, events: ['TC'] }, holder);
    const { id: watching } = await registerWebhook(server, { events: ['message.dead'] });
    await configure({ [holder]: OF_WEBHOOKS });
    await newToken(server, exid);
    await expectEvents(id, ['TC DEAD']);
    const { attempts } = (await webhooks(server, `/${id}/attempts`)).json as unknown as { attempts: unknown[] };
    expect(attempts).toHaveLength(1);
    expect(attempts[0]).toMatchObject({
      type: 'TC',
      outcome: 'NO_SCOPE',
      reason: `${holder}, the holder of the endpoint, lacks the scope tokens:read for TC`,
      http_status: null,
      next_attempt_at: null,
    });
    expect((await webhooks(server, `/${id}`)).json).toMatchObject({ state: 'ACTIVE', failing_since: null });
    expect((await messages(watching)).map(({ type }) => type)).toEqual(['message.dead']);
    expect(notifications()).toEqual([]);
  });

  it('that has the scope again gets the given-up messages by a replay', async () => {
    const holder = await newCaller();
    const { id } = await registerWebhook(server, { url: receiver.url, events: ['TC'] }, holder);
    await configure({ [holder]: OF_WEBHOOKS });
    await newToken(server, exid);
    await expectEvents(id, ['TC DEAD']);
    await configure({ [holder]: SCOPES });
    await vi.waitFor(
      async () => {
        await webhooks(server, `/${id}/replay`, { body: { since: '2026-01-01T00:00:00.000Z', state: 'DEAD' } });
        expect(types()).toEqual(['TC']);
      },
      { ...WITHIN, interval: 200 },
    );
  });

  it('is the caller that changed it last: a caller with the scopes takes over from one that lost them', async () => {
    const holder = await newCaller();
    const { id } = await registerWebhook(server, { url: receiver.url, events: ['TC'] }, holder);
    await configure({ [holder]: OF_WEBHOOKS });
    expect((await change('demo-bank', id, { description: 'Ours now' })).status).toBe(200);
    await newToken(server, exid);
    await expectEvents(id, ['TC DELIVERED']);
  });

  it('that an operator disables gets nothing more', async () => {
    const holder = await newCaller();
    const { id } = await registerWebhook(server, { url: receiver.url, events: ['TC'] }, holder);
    await server.db.sql('update oauth_clients set disabled = true where client_id = $1', [holder]);
    await newToken(server, exid);
    await expectEvents(id, ['TC DEAD']);
  });

  it('that is a person gets nothing more without the role', async () => {
    const { cookie } = await signInDemo(server, 'salim');
    const payload = { url: receiver.url, events: ['endpoint.registered'] };
    const headers = { ...OWN_PAGE, cookie };
    const made = await server.request({ method: 'POST', url: '/V2/webhook-endpoints', headers, payload });
    const { endpoint_id: id } = (made.json as unknown as { endpoint: { endpoint_id: string } }).endpoint;
    await registerWebhook(server, { events: ['TC'] });
    await expectEvents(id, ['endpoint.registered DELIVERED']);
    await server.db.sql(`update people set roles = '{analyst}' where subject = 'sandbox#salim'`);
    await vi.waitFor(
      async () => {
        await registerWebhook(server, { events: ['TC'] });
        expect((await messages(id)).map(({ state }) => state)).toContain('DEAD');
      },
      { ...WITHIN, interval: 200 },
    );
  });

  it('is missing for an endpoint from before holders existed: nothing is sent until a caller changes it', async () => {
    const { id } = await registerWebhook(server, { url: receiver.url, events: ['TC'] });
    await server.db.sql('update webhook_endpoints set holder = null, holder_scopes = null');
    await newToken(server, exid);
    await expectEvents(id, ['TC DEAD']);
    expect((await change('demo-bank', id, { description: 'Held' })).status).toBe(200);
    await newToken(server, exid);
    await expectEvents(id, ['TC DEAD', 'TC DELIVERED']);
  });
});

describe('other subscribed endpoints of the bank', () => {
  it('get an event about a registration, with host, events and caller, and never with a secret', async () => {
    await registerWebhook(server, { url: receiver.url, events: ['endpoint.registered', 'endpoint.changed'] });
    const body = { url: 'http://127.0.0.1:9/hook?key=of-the-receiver', events: ['TC', 'rule.live'] };
    const { json } = await webhooks(server, '', { as: CHANGING, body });
    const { endpoint, secret } = json as unknown as { endpoint: { endpoint_id: string }; secret: string };
    await vi.waitFor(() => expect(types()).toEqual(['endpoint.registered']), WITHIN);
    expect(notifications()[0]).toEqual({
      id: expect.any(String),
      type: 'endpoint.registered',
      timestamp: expect.any(String),
      endpointId: endpoint.endpoint_id,
      reason: `${CHANGING} registered an endpoint at 127.0.0.1:9`,
      actor: CHANGING,
      host: '127.0.0.1:9',
      events: ['TC', 'rule.live'],
    });
    expect(receiver.received[0]!.body).not.toContain(secret);
    expect(receiver.received[0]!.body).not.toContain('of-the-receiver');
  });

  it('get an event about a new URL, other events and new keys, but not about a name', async () => {
    const { id } = await registerWebhook(server, { events: ['TC'] });
    await registerWebhook(server, { url: receiver.url, events: ['endpoint.changed'] });
    await change('demo-bank', id, { description: 'A name' });
    await change('demo-bank', id, { url: 'http://127.0.0.1:9/moved' });
    await change('demo-bank', id, { events: ['TC', 'TE'] });
    await webhooks(server, `/${id}/rotate-secret`, { body: {} });
    await vi.waitFor(() => expect(notifications()).toHaveLength(3), WITHIN);
    const members = notifications().map((news) => [news.endpointId, String(news.members)]);
    expect(members.sort()).toEqual([
      [id, 'events'],
      [id, 'keys'],
      [id, 'url'],
    ]);
  });

  it('get no event about a refused change', async () => {
    const { id } = await registerWebhook(server, { events: ['TC'] });
    await registerWebhook(server, { url: receiver.url, events: ['endpoint.registered', 'endpoint.changed'] });
    await change(ONLY_WEBHOOKS, id, { url: `${receiver.url}/mine` });
    await register(ONLY_WEBHOOKS, { url: `${receiver.url}/mine` });
    const events = `select from outbox_events where type in ('endpoint.changed', 'endpoint.registered')`;
    expect(await server.db.sql(events)).toHaveLength(2);
  });
});

describe('lists of events, messages and attempts', () => {
  const read = async (as: string, path: string) => {
    const { json } = await server.request({ method: 'GET', url: `/V2${path}`, as });
    const { items, messages: listed } = json as unknown as Record<'items' | 'messages', { stream: string }[]>;
    return (items ?? listed).map(({ stream }) => stream);
  };

  it('show the token of an event only to callers that may read tokens', async () => {
    const { id } = await registerWebhook(server, { url: receiver.url, events: ['TC'] });
    const reference = await newToken(server, exid);
    await expectEvents(id, ['TC DELIVERED']);
    const stream = `token:${reference}`;
    const ofMessages = `/webhook-endpoints/${id}/messages`;
    expect(await read(READS_TOKENS, '/events?type=TC')).toEqual([stream]);
    expect(await read(ONLY_WEBHOOKS, '/events?type=TC')).toEqual(['token']);
    expect(await read(READS_TOKENS, ofMessages)).toEqual([stream]);
    expect(await read(ONLY_WEBHOOKS, ofMessages)).toEqual(['token']);
    const search = `?token_reference=${reference}`;
    expect(await read(READS_TOKENS, ofMessages + search)).toEqual([stream]);
    expect(await read(ONLY_WEBHOOKS, ofMessages + search)).toEqual([]);
    expect(await read(ONLY_WEBHOOKS, `/events?stream=${stream}`)).toEqual([]);
    const attempts = await webhooks(server, `/${id}/attempts${search}`, { as: ONLY_WEBHOOKS });
    expect(attempts.json).toMatchObject({ attempts: [], next_cursor: null });
  });
});
