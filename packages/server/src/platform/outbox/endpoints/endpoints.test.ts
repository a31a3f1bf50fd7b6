import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../../host/configuration/apply-configuration.ts';
import { requireSecondPerson } from '../../../testing/callers/second-person-clients.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { registerWebhook, webhooks } from '../../../testing/webhooks.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const NOW = '2026-11-20T08:00:00.000Z';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const server = fileServer();

beforeAll(async () => {
  const scopes = ['webhooks:write', 'webhooks:read', 'merchants:read'] as const;
  const acquirers = ['first', 'second'].map((name) => ({
    client_id: `${name}-acquirer`,
    secret: `${name}-acquirer-secret`,
    kind: 'acquirer' as const,
    acquirer_id: name.toUpperCase(),
    scopes: [...scopes],
  }));
  const network = { client_id: 'a-network', secret: 'a-network-secret', kind: 'network' as const, scopes: [...scopes] };
  const configuration = { banks: [], oauth_clients: [...acquirers, network] };
  await applyConfiguration(server.db.database, configuration, { sandbox: true });
});
afterEach(() => server.db.sql(`delete from webhook_endpoints where owner_id in ('DEMO', 'OTHR', 'FIRST', 'SECOND')`));

/** The endpoints that existed before the tests: those of the sandbox. */
async function ownIds(as?: string): Promise<string[]> {
  const { json } = await webhooks(server, '', as === undefined ? {} : { as });
  return (json as { endpoints: { endpoint_id: string }[] }).endpoints.map(({ endpoint_id }) => endpoint_id);
}

describe('registering', () => {
  it('shows a second person which events go where, also those of before, and which are not sent again', async () => {
    await requireSecondPerson(server, ['endpoint.change']);
    const url = 'https://bank.example/second';
    const settings = { backfill: { since: '2026-11-01T00:00:00Z' }, final_codes: ['30'] };
    const oauth = { token_url: 'https://bank.example/token', client_id: 'cardwright' };
    const usual = ['AC', 'TC', 'TD', 'TE'];
    const sent = { url, ...settings, oauth: { ...oauth, client_secret: 'a-client-secret' }, reason: 'A second system' };
    const answers = [
      await webhooks(server, '', { body: { url, reason: 'None' } }),
      await webhooks(server, '', { body: sent }),
    ];
    await requireSecondPerson(server, []);
    expect(answers.map(({ json }) => json.after)).toEqual([
      { url, events: usual, final_codes: [], oauth: null },
      { url, events: usual, ...settings, oauth: { ...oauth, client_secret: 'NEW' } },
    ]);
    expect(answers[1]?.text).not.toContain('a-client-secret');
  });

  it('shows a second person a new secret and scope of the OAuth client, without the secret', async () => {
    const client = { token_url: 'https://bank.example/token', client_id: 'cardwright' };
    const { id } = await registerWebhook(server, {
      url: 'https://bank.example/guarded',
      oauth: { ...client, client_secret: 'the-first-secret', scope: 'events' },
    });
    await requireSecondPerson(server, ['endpoint.change']);
    const change = (body: object) => webhooks(server, `/${id}`, { method: 'PATCH', body: { ...body, reason: 'New' } });
    const answers = [
      await change({ oauth: { ...client, client_secret: 'the-second-secret', scope: 'all' } }),
      await change({ state: 'PAUSED' }),
      await change({ oauth: {} }),
    ];
    await requireSecondPerson(server, []);
    expect(answers.map(({ json }) => [json.before, json.after])).toMatchObject([
      [{ oauth: { ...client, scope: 'events' } }, { oauth: { ...client, scope: 'all', client_secret: 'NEW' } }],
      [{ state: 'ACTIVE' }, { state: 'PAUSED', oauth: { ...client, scope: 'events' } }],
      [{ oauth: { ...client, scope: 'events' } }, { oauth: null }],
    ]);
    expect(answers.map(({ text }) => text).join('')).not.toMatch(/the-(first|second)-secret/);
  });

  it('answers with the endpoint, and with its secret this one time', async () => {
    const answer = await webhooks(server, '', { body: { url: 'https://bank.example/hook' } });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      endpoint: {
        endpoint_id: expect.stringMatching(UUID),
        url: 'https://bank.example/hook',
        description: '',
        state: 'ACTIVE',
        disabled_reason: null,
        max_in_flight: 4,
        events_per_request: 1,
        events: ['AC', 'TC', 'TD', 'TE'],
        final_codes: [],
        oauth: null,
        keys: [
          { key_id: expect.stringMatching(UUID), kind: 'hmac', public_key: null, created_at: NOW, retires_at: null },
        ],
        failing_since: null,
        pending_messages: 0,
        created_at: NOW,
        changed_at: NOW,
      },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      public_key: null,
      backfilled: 0,
    });
    const { endpoint, secret } = answer.json as { endpoint: { endpoint_id: string }; secret: string };
    const readEndpoint = await webhooks(server, `/${endpoint.endpoint_id}`);
    expect(readEndpoint.json).toEqual(endpoint);
    expect(readEndpoint.text).not.toContain(secret);
  });

  it('accepts every member of an endpoint, and never returns the OAuth secret', async () => {
    const oauth = { token_url: 'https://bank.example/token', client_id: 'us', client_secret: 'kept-to-ourselves' };
    const body = {
      url: 'https://bank.example/hook',
      description: 'Main',
      max_in_flight: '9',
      ed25519: true,
      events_per_request: 100,
    };
    const answer = await webhooks(server, '', { body: { ...body, oauth: { ...oauth, scope: 'hooks' } } });
    expect(answer.json).toMatchObject({
      endpoint: {
        description: 'Main',
        max_in_flight: 9,
        events_per_request: 100,
        oauth: { token_url: 'https://bank.example/token', client_id: 'us', scope: 'hooks' },
        keys: [{ kind: 'hmac' }, { kind: 'ed25519', public_key: answer.json.public_key }],
      },
      public_key: expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/),
    });
    expect(answer.text).not.toContain('kept-to-ourselves');
  });

  it('leaves no secret unencrypted in the database, the audit log or the server log', async () => {
    const oauth = { token_url: 'https://bank.example/token', client_id: 'us', client_secret: 'kept-to-ourselves' };
    const { id, secret } = await registerWebhook(server, { url: 'https://bank.example/a?key=in-the-path', oauth });
    await webhooks(server, `/${id}/rotate-secret`, { body: {} });
    await webhooks(server, `/${id}`, { method: 'PATCH', body: { oauth: { ...oauth, client_secret: 'kept-too' } } });
    const audit = await server.db.sql<{ row: string }>('select t::text as row from audit_log t');
    const stored = [];
    for (const table of ['webhook_endpoints', 'webhook_keys']) {
      stored.push(...(await server.db.sql<{ row: string }>(`select t::text as row from ${table} t`)));
    }
    const logged = [...server.logs, ...audit.map(({ row }) => row)].join();
    for (const clear of [secret, secret.slice(6), 'kept-to-ourselves', 'kept-too', 'in-the-path']) {
      expect(logged).not.toContain(clear);
      if (clear === 'in-the-path') continue;
      const rows = stored.map(({ row }) => row).join();
      expect(rows).not.toContain(clear);
      expect(rows).not.toContain(Buffer.from(clear).toString('hex'));
    }
    const [registered] = await server.db.sql(
      `select details from audit_log where outcome = 'registered' and subject = $1`,
      [`webhook-endpoint:${id}`],
    );
    expect(registered).toEqual({ details: { host: 'bank.example', backfilled: 0 } });
  });

  it.each([
    ['no URL', { url: 'bank.example' }, '105', 'url'],
    ['another scheme', { url: 'ftp://bank.example/' }, '106', 'url'],
    ['a password in it', { url: 'https://us:secret@bank.example/' }, '106', 'url'],
    ['a fragment', { url: 'https://bank.example/#part' }, '106', 'url'],
    ['a card number in it', { url: 'https://bank.example/4000001000000018' }, '106', 'url'],
    ['a card number in the description', { description: 'of 4000 0010 0000 0018' }, '106', 'description'],
    ['nothing in flight', { max_in_flight: 0 }, '106', 'max_in_flight'],
    ['nothing in a request', { events_per_request: 0 }, '106', 'events_per_request'],
    ['more in a request than there may be', { events_per_request: 101 }, '106', 'events_per_request'],
    [
      'a token URL that is not a URL',
      { oauth: { token_url: 'x', client_id: 'a', client_secret: 'b' } },
      '105',
      'oauth.token_url',
    ],
    ['half an OAuth client', { oauth: { token_url: 'https://bank.example/' } }, '103', 'oauth.client_id'],
  ])('refuses %s', async (_what, more, errorCode, path) => {
    const answer = await webhooks(server, '', { body: { url: 'https://bank.example/', ...more } });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error_code: errorCode });
    expect((answer.json.errors as { path: string }[])[0]!.path).toBe(path);
  });

  it('refuses codes that are final for an acquirer, whose answers have no code; so does a change', async () => {
    const as = 'demo-acquirer';
    const body = { url: 'https://acquirer.example/final', final_codes: ['30'] };
    const findings = [{ path: 'final_codes', code: '106', message: 'an acquirer answers by HTTP status alone' }];
    const registered = await webhooks(server, '', { as, body });
    expect([registered.status, registered.json.error_code]).toEqual([400, '106']);
    expect(registered.json.errors).toEqual(findings.map((finding) => expect.objectContaining(finding)));
    const { id } = await registerWebhook(server, { ...body, final_codes: [] }, as);
    const changed = await webhooks(server, `/${id}`, { as, method: 'PATCH', body: { final_codes: ['94'] } });
    expect(changed.json.error_code).toBe('106');
    expect((await webhooks(server, `/${id}`, { as })).json.final_codes).toEqual([]);
  });

  it('refuses a URL that is registered already, and accepts it for another bank', async () => {
    const body = { url: 'https://bank.example/same' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => webhooks(server, '', { body })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409]);
    const refused = answers.find((answer) => answer.status === 409)!;
    expect(refused.json).toMatchObject({ error_code: '420', detail: 'An endpoint with this URL already exists' });
    expect((await webhooks(server, '', { body, as: 'other-bank' })).status).toBe(200);
  });

  it('is refused beyond 20 endpoints: every notification is written once for each', async () => {
    const before = (await ownIds()).length;
    for (let count = before; count < 20; count++) await registerWebhook(server);
    const answer = await webhooks(server, '', { body: { url: 'https://bank.example/one-more' } });
    expect(answer.json).toMatchObject({ error_code: '420', detail: 'There are 20 endpoints already' });
  });
});

describe('an endpoint', () => {
  it('is listed, oldest first, for its owner only; an acquirer has its own', async () => {
    const before = await ownIds();
    const first = await registerWebhook(server);
    const second = await registerWebhook(server);
    const others = await registerWebhook(server, {}, 'other-bank');
    const acquirers = await registerWebhook(server, {}, 'first-acquirer');
    expect((await ownIds()).sort()).toEqual([...before, first.id, second.id].sort());
    expect(await ownIds('other-bank')).toEqual([others.id]);
    expect(await ownIds('first-acquirer')).toEqual([acquirers.id]);
    expect(await ownIds('second-acquirer')).toEqual([]);
    expect((await webhooks(server, `/${acquirers.id}`, { as: 'second-acquirer' })).json.error_code).toBe('312');
    expect((await webhooks(server, `/${acquirers.id}`, { as: 'first-acquirer' })).status).toBe(200);
  });

  it('is not available to a network', async () => {
    const answers = [
      await webhooks(server, '', { as: 'a-network' }),
      await webhooks(server, '', { as: 'a-network', body: { url: 'https://network.example/' } }),
      await webhooks(server, `/${UNKNOWN_ID}`, { as: 'a-network' }),
    ];
    expect(answers.map(({ json }) => json.error_code)).toEqual(['203', '203', '203']);
  });

  it('changes only in the members that were sent', async () => {
    const oauth = { token_url: 'https://bank.example/token', client_id: 'us', client_secret: 'secret' };
    const { id } = await registerWebhook(server, { url: 'https://bank.example/a', description: 'Old', oauth });
    const change = async (body: object) => (await webhooks(server, `/${id}`, { method: 'PATCH', body })).json;
    const { json: before } = await webhooks(server, `/${id}`);
    server.clock.advance(60_000);
    const changed_at = '2026-11-20T08:01:00.000Z';
    expect(await change({ description: 'New' })).toEqual({ ...before, description: 'New', changed_at });
    expect(await change({ max_in_flight: 1 })).toMatchObject({ description: 'New', max_in_flight: 1 });
    expect(await change({ events_per_request: '50' })).toMatchObject({ max_in_flight: 1, events_per_request: 50 });
    expect(await change({ description: 'Newer' })).toMatchObject({ events_per_request: 50 });
    expect(await change({ url: 'https://bank.example/b' })).toMatchObject({ url: 'https://bank.example/b' });
    expect(await change({ state: 'PAUSED' })).toMatchObject({ state: 'PAUSED', oauth: { client_id: 'us' } });
    const other = { ...oauth, client_id: 'them' };
    expect(await change({ oauth: other })).toMatchObject({
      state: 'PAUSED',
      oauth: { client_id: 'them', scope: null },
    });
    expect(await change({ oauth: {} })).toMatchObject({ oauth: null });
    expect(await change({})).toMatchObject({ url: 'https://bank.example/b', state: 'PAUSED', oauth: null });
    server.clock.set(NOW);
  });

  it('stays unchanged if one member of a change is invalid', async () => {
    const { id } = await registerWebhook(server);
    const other = await registerWebhook(server, { url: 'https://bank.example/taken' });
    const { json: before } = await webhooks(server, `/${id}`);
    const refused: [object, string][] = [
      [{ description: 'New', url: 'nothing' }, '105'],
      [{ description: 'New', oauth: { client_id: 'half' } }, '103'],
      [{ description: 'New', url: 'https://bank.example/taken' }, '420'],
      [{ description: 'New', state: 'DISABLED' }, '106'],
    ];
    for (const [body, errorCode] of refused) {
      const answer = await webhooks(server, `/${id}`, { method: 'PATCH', body });
      expect([body, answer.json.error_code]).toEqual([body, errorCode]);
    }
    expect((await webhooks(server, `/${id}`)).json).toEqual(before);
    expect(
      (await webhooks(server, `/${other.id}`, { method: 'PATCH', body: { url: 'https://bank.example/taken' } })).status,
    ).toBe(200);
  });

  it('that was disabled states the reason, and its owner can activate it again', async () => {
    const { id } = await registerWebhook(server);
    const reason = 'HTTP 410: the endpoint is gone';
    await server.db.sql(
      `update webhook_endpoints set state = 'DISABLED', disabled_reason = $2, failing_since = '2026-11-01T00:00:00Z'
        where endpoint_id = $1`,
      [id, reason],
    );
    expect((await webhooks(server, `/${id}`)).json).toMatchObject({
      state: 'DISABLED',
      disabled_reason: reason,
      failing_since: '2026-11-01T00:00:00.000Z',
    });
    const { json } = await webhooks(server, `/${id}`, { method: 'PATCH', body: { state: 'ACTIVE' } });
    expect(json).toMatchObject({ state: 'ACTIVE', disabled_reason: null, failing_since: null });
  });
});
