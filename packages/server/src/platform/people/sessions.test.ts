import { describe, expect, it } from 'vitest';
import { cookieOf, type DemoSession, OWN_PAGE, signInDemo } from '../../testing/callers/demo-sessions.ts';
import { authorize, ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type Answer, fileServer, sendEnvelope, type TestServer } from '../../testing/test-server.ts';

const MINUTE = 60_000;

const server = fileServer({}, { systemNow: () => new Date(now) });
let now = Date.parse('2026-11-20T08:00:00Z');
const card = fileResource(() => issueCard(server));

const detailOf = ({ status, json }: Answer) => [status, json.error_code, json.detail];
const ENDED = [401, '201', 'The session has ended: sign in again'];

describe('people of the sandbox', () => {
  it('are listed before the sign-in, one for each role of each tenant, and sign in without a password', async () => {
    const { json } = await server.request({ method: 'GET', url: '/console/sign-in' });
    const people = json.demo_people as unknown as { id: string; role: string; house: { kind: string } }[];
    expect(json.providers).toEqual([]);
    expect(people.map(({ role, house }) => `${house.kind} ${role}`)).toEqual([
      'bank agent',
      'bank card-operations',
      'bank analyst',
      'bank bank-admin',
      'bank duty-manager',
      'bank auditor',
      'acquirer boarding',
      'acquirer reviewer',
      'acquirer approver',
      'acquirer auditor',
      'operator operator',
      'operator auditor',
    ]);
    for (const { id, role, house } of people) {
      const { session } = await signInDemo(server, id);
      const roles = role === 'duty-manager' ? [role, 'analyst'] : [role];
      expect([session.roles, (session.house as typeof house).kind]).toEqual([roles, house.kind]);
    }
  });

  it('get a cookie that scripts cannot read and other sites cannot send', async () => {
    const answer = await server.request({
      method: 'POST',
      url: '/console/session',
      headers: OWN_PAGE,
      payload: { demo_person: 'layla' },
    });
    expect(answer.headers['set-cookie']).toMatch(
      /^cardwright-session=[\w-]+\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.json).toEqual({
      subject: 'sandbox#layla',
      name: 'Layla Haddad',
      house: {
        ...{ kind: 'bank', id: 'DEMO', name: 'Demo Bank', time_zone: 'Asia/Dubai', currency: 'AED' },
        bank_code: '001',
        second_person: ['list.change'],
      },
      roles: ['agent'],
      scopes: [
        'accounts:read',
        'authorizations:read',
        'cards:block',
        'cards:read',
        'clients:read',
        'exceptions:request',
        'exceptions:write',
        'insurance:read',
        'notes:read',
        'notes:write',
        'programs:read',
        'restrictions:read',
        'sessions:own',
        'settings:read',
        'tasks:read',
        'tasks:write',
        'tokens:read',
        'views:write',
      ],
      sees_personal_data: false,
      expires_at: '2026-11-20T20:00:00.000Z',
      idle_seconds: 900,
    });
    const stored = await server.db.sql<{ text: string }>('select sessions::text as text from sessions');
    const secret = cookieOf(answer).split('.')[1]!;
    expect(stored.some(({ text }) => text.includes(secret))).toBe(false);
  });

  it('are unknown by another name, and a page of another origin cannot sign them in', async () => {
    const post = (headers: Record<string, string>, payload: object) =>
      server.request({ method: 'POST', url: '/console/session', headers, payload });
    expect(detailOf(await post(OWN_PAGE, { demo_person: 'nobody' }))).toEqual([
      400,
      '106',
      'demo_person must be the id of one of demo_people',
    ]);
    const foreign = await post({ ...OWN_PAGE, origin: 'https://evil.example' }, { demo_person: 'layla' });
    expect(foreign.status).toBe(401);
    expect(foreign.headers['set-cookie']).toBeUndefined();
  });
});

describe('a session', () => {
  it('may do only what its roles allow', async () => {
    const agent = await signInDemo(server, 'layla');
    expect((await agent.send('GET', '/V2/tokens?limit=1')).status).toBe(200);
    expect(detailOf(await agent.send('GET', '/V2/webhook-endpoints'))).toEqual([
      403,
      '202',
      'The access token lacks the scope webhooks:read',
    ]);
    const admin = await signInDemo(server, 'salim');
    expect((await admin.send('GET', '/V2/webhook-endpoints')).status).toBe(200);
    const auditor = await signInDemo(server, 'rania');
    expect((await auditor.send('GET', '/V2/webhook-endpoints')).status).toBe(200);
    expect((await auditor.send('POST', '/V2/webhook-endpoints', { url: 'https://x.example' })).status).toBe(403);
  });

  it('sends envelope operations too: an agent blocks a card and replaces it, and reports none stolen', async () => {
    const agent = await signInDemo(server, 'layla');
    expect(await changeStatus(agent, 'BLOCKED')).toBe('000');
    expect(await changeStatus(agent, 'ACTIVE')).toBe('202');
    expect(await changeStatus(agent, 'STOLEN')).toBe('202');
    const clerk = await signInDemo(server, 'omar');
    expect(await changeStatus(clerk, 'ACTIVE')).toBe('000');
    const rows = await server.db.sql<{ actor: string; outcome: string; details: object }>(
      `select actor, outcome, details from audit_log where operation = 'cards.change-status' and actor like 'sandbox#%'
        order by audit_id`,
    );
    expect(rows.map(({ actor, outcome }) => `${actor} ${outcome}`)).toEqual([
      'sandbox#layla status changed',
      'sandbox#layla denied',
      'sandbox#layla denied',
      'sandbox#omar status changed',
    ]);
    expect(rows[0]?.details).toEqual({ person: 'Layla Haddad', from: 'ACTIVE', to: 'BLOCKED' });
    expect(rows[1]?.details).toMatchObject({ person: 'Layla Haddad', code: '202' });
  });

  it('reads decisions only of its own tenant', async () => {
    const message = ecommerceMessage(card);
    await authorize(server, message);
    const path = `/V2/authorizations/${String(message.Retrieval_Reference_Number)}`;
    expect((await (await signInDemo(server, 'noor')).send('GET', path)).status).toBe(200);
    expect((await (await signInDemo(server, 'mariam')).send('GET', path)).status).toBe(403);
    expect((await (await signInDemo(server, 'karim')).send('GET', path)).status).toBe(403);
    expect((await (await signInDemo(server, 'karim')).send('GET', '/V2/merchants')).status).toBe(403);
  });

  it('does not apply next to an access token, or to paths for machines only', async () => {
    const { cookie } = await signInDemo(server, 'layla');
    const both = await server.request({ method: 'GET', url: '/V2/tokens', as: 'demo-bank', headers: { cookie } });
    expect(detailOf(both)).toEqual([
      401,
      '201',
      "Send either an access token or a session's cookie: not both, as they may be of two callers",
    ]);
    const message = ecommerceMessage(card);
    const headers = { cookie, ...OWN_PAGE };
    const flat = await server.request({
      method: 'POST',
      url: '/V2/authorizations/Ecommerce',
      headers,
      payload: message,
    });
    expect(flat.status).toBe(401);
    const notified = await server.request({
      method: 'POST',
      url: '/V2/webhook/TokenNotification',
      headers,
      payload: {},
    });
    expect(notified.status).toBe(401);
    const form = new URLSearchParams({ grant_type: 'client_credentials' }).toString();
    const token = await server.request({
      method: 'POST',
      url: '/oauth2/token',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: form,
    });
    expect([token.status, token.json.error]).toEqual([401, 'invalid_client']);
  });

  it.each([
    ['no Origin', { 'x-cardwright-console': '1' }],
    ['a page of another origin', { ...OWN_PAGE, origin: 'https://evil.example' }],
    ['a page of another origin on the same host', { ...OWN_PAGE, origin: 'http://cardwright.test:8081' }],
    ['an Origin of null', { ...OWN_PAGE, origin: 'null' }],
    ['no header that forms cannot send', { origin: OWN_PAGE.origin }],
    ['a neighbor on the same site', { ...OWN_PAGE, 'sec-fetch-site': 'same-site' }],
  ])('does not count for a change with %s', async (_what, headers) => {
    const { cookie } = await signInDemo(server, 'salim');
    const answer = await server.request({
      method: 'POST',
      url: '/V2/webhook-endpoints',
      headers: { cookie, ...headers },
      payload: { url: 'https://x.example' },
    });
    expect([answer.status, answer.json.error_code]).toEqual([401, '201']);
    const out = await server.request({ method: 'DELETE', url: '/console/session', headers: { cookie, ...headers } });
    expect(out.status).toBe(401);
  });

  it('cannot be read by a page of another origin either', async () => {
    const { cookie } = await signInDemo(server, 'rania');
    const read = (headers: Record<string, string>) =>
      server.request({ method: 'GET', url: '/V2/tokens', headers: { cookie, ...headers } });
    expect((await read({ origin: 'https://evil.example' })).status).toBe(401);
    expect((await read({ 'sec-fetch-site': 'cross-site' })).status).toBe(401);
    expect((await read({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('is refused if its cookie is invented, truncated, repeated or of another tenant', async () => {
    const { cookie } = await signInDemo(server, 'layla');
    const [name, value = ''] = cookie.split('=');
    const secret = value.split('.')[1]!;
    const other = Buffer.from('OTHR').toString('base64url');
    const long = Buffer.from('DEMO').toString('base64url');
    const cookies = [
      `${name}=${long}.${'A'.repeat(43)}`,
      cookie.slice(0, -1),
      `${cookie}; ${cookie}`,
      `${name}=${other}.${secret}`,
    ];
    for (const made of cookies) {
      expect((await server.request({ method: 'GET', url: '/V2/tokens', headers: { cookie: made } })).status).toBe(401);
    }
  });

  async function changeStatus(who: DemoSession, value: string): Promise<string> {
    const status = { type: 'card_status', value };
    const body = { card_identifier_id: card.exid, card_identifier_type: 'EXID', status };
    const asThem: TestServer['request'] = ({ as: _, ...options }) =>
      server.request({ ...options, headers: { cookie: who.cookie, ...OWN_PAGE } });
    return (await sendEnvelope(asThem, 'cards.change-status', body)).exception.error_code;
  }
});

describe('the end of a session', () => {
  it('comes after 15 minutes without use, and reading the session does not count as use', async () => {
    const agent = await signInDemo(server, 'layla');
    now += 14 * MINUTE;
    expect((await agent.send('GET', '/V2/tokens')).status).toBe(200);
    now += 14 * MINUTE;
    expect((await agent.send('GET', '/console/session')).json.idle_seconds).toBe(60);
    const background = { cookie: agent.cookie, 'x-cardwright-console': 'background' };
    expect((await server.request({ method: 'GET', url: '/V2/tokens', headers: background })).status).toBe(200);
    now += MINUTE;
    expect(detailOf(await agent.send('GET', '/V2/tokens'))).toEqual(ENDED);
    expect(await lastAudit()).toMatchObject({ actor: 'sandbox#layla', outcome: 'session ended', because: 'idle' });
  });

  it('is not delayed by a page that refreshes itself, and its repeated reads are one row of the audit log', async () => {
    const agent = await signInDemo(server, 'layla');
    const card = await issueCard(server);
    const headers = { cookie: agent.cookie, 'x-cardwright-console': 'background' };
    const url = `/V2/cards?account_number=${card.accountNumber}`;
    const audited = async () =>
      (await server.db.sql(`select from audit_log where operation = 'cards.list-cards' and actor = 'sandbox#layla'`))
        .length;
    const before = await audited();
    for (let poll = 0; poll < 5; poll += 1) expect((await server.request({ url, headers })).status).toBe(200);
    expect(await audited()).toBe(before + 1);
    // reads by a person are audited each time, and so is a page that reads another list
    for (let read = 0; read < 2; read += 1) await agent.send('GET', url);
    expect(await audited()).toBe(before + 3);
    const other = `/V2/cards?account_number=${(await issueCard(server)).accountNumber}`;
    await server.request({ url: other, headers });
    expect(await audited()).toBe(before + 4);
    now += 15 * MINUTE;
    expect(detailOf(await server.request({ url, headers }))).toEqual(ENDED);
  });

  it('comes after 12 hours, however much it is used', async () => {
    const agent = await signInDemo(server, 'layla');
    for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
      now += 10 * MINUTE;
      expect((await agent.send('GET', '/V2/tokens?limit=1')).status).toBe(200);
    }
    now += 10 * MINUTE;
    expect(detailOf(await agent.send('GET', '/V2/tokens?limit=1'))).toEqual(ENDED);
    expect(await lastAudit()).toMatchObject({ actor: 'sandbox#layla', because: 'too old' });
  });

  it('comes with signing out, which cannot be repeated', async () => {
    const agent = await signInDemo(server, 'layla');
    const out = await agent.send('DELETE', '/console/session');
    expect([out.status, out.json]).toEqual([200, {}]);
    expect(out.headers['set-cookie']).toBe('cardwright-session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
    expect(detailOf(await agent.send('GET', '/V2/tokens'))).toEqual(ENDED);
    expect((await agent.send('DELETE', '/console/session')).status).toBe(401);
    expect(await lastAudit()).toMatchObject({ outcome: 'signed out', actor: 'sandbox#layla' });
  });

  it('comes when production opens the database, because it accepts no people of the sandbox', async () => {
    const agent = await signInDemo(server, 'layla');
    await server.db.sql("update sessions set provider = 'once-configured' where ended_at is null");
    expect(detailOf(await agent.send('GET', '/V2/tokens'))).toEqual(ENDED);
    expect(await lastAudit()).toMatchObject({ because: 'provider' });
  });

  async function lastAudit() {
    const [row] = await server.db.sql<{ actor: string; outcome: string; because: string }>(
      `select actor, outcome, details ->> 'because' as because from audit_log where operation like 'people.%'
        and outcome in ('signed out', 'session ended') order by audit_id desc limit 1`,
    );
    return row;
  }
});
