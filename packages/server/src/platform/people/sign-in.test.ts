import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cookieOf, OWN_PAGE } from '../../testing/callers/demo-sessions.ts';
import { comeBack, signInAtProvider, startIdentityProvider } from '../../testing/callers/oidc-provider.ts';
import { authorize, ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { fileFolder, fileResource } from '../../testing/file-resources.ts';
import { type Answer, type TestServer, testServer } from '../../testing/test-server.ts';

const MINUTE = 60_000;
let server: TestServer;
let now = Date.now();

const identity = fileResource(() => startIdentityProvider());
const folder = fileFolder();
beforeAll(async () => {
  const file = join(folder, 'configuration.json');
  const shared = {
    issuer: identity.issuer,
    client_id: 'cardwright',
    client_secret: 'a-secret-of-some-length',
    roles_claim: 'groups',
  };
  const agents = [
    { role: 'agent', values: ['support'] },
    { role: 'bank-admin', values: ['admins'] },
  ];
  const providers = [
    { id: 'staff', name: 'Staff of Demo Bank', bank_id: 'DEMO', ...shared, roles: agents },
    { id: 'careful', name: 'Staff with a key', bank_id: 'DEMO', ...shared, roles: agents, required_amr: ['hwk'] },
    { id: 'others', name: 'Staff of another bank', bank_id: 'OTHR', ...shared, roles: agents },
    {
      id: 'shops',
      name: 'Boarding',
      acquirer_id: 'DEMO',
      ...shared,
      roles: [
        { role: 'boarding', values: ['support'] },
        { role: 'reviewer', values: ['reviewers'] },
      ],
    },
  ];
  await writeFile(file, JSON.stringify({ banks: [], oauth_clients: [], people: { providers } }));
  server = await testServer({ CARDWRIGHT_CONFIG_FILE: file }, { systemNow: () => new Date(now) });
});
beforeEach(async () => {
  await identity.control({ account: AMINA, forge: null, aheadMs: 0 });
});
afterAll(async () => {
  await server?.close();
});

const AMINA = { sub: 'amina', name: 'Amina Saleh', groups: ['support', 'everybody'] };

async function signIn(account = 'amina', provider = 'staff') {
  const answer = await comeBack(server, await signInAtProvider(server, { account, provider }));
  return { answer, cookie: cookieOf(answer).split('; ')[0] ?? '' };
}

const get = (url: string, cookie: string) => server.request({ method: 'GET', url, headers: { cookie } });
const turnedAway = ({ status, headers }: Answer) => [status, headers.location, String(headers['set-cookie'])];
const WITHOUT_SESSION = (error: string) => [
  302,
  `/console/?sign_in_error=${error}`,
  'cardwright-sign-in=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
];

describe('a sign-in at an identity provider', () => {
  it('requests a code with PKCE, state and nonce, and stores them in an encrypted cookie', async () => {
    const begun = await server.request({ method: 'GET', url: '/console/sign-in/staff' });
    const { origin, searchParams } = new URL(String(begun.headers.location));
    expect([begun.status, origin]).toEqual([302, identity.issuer]);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'cardwright',
      response_type: 'code',
      redirect_uri: 'http://cardwright.test/console/sign-in/return',
      scope: 'openid profile email offline_access',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const set = String(begun.headers['set-cookie']);
    expect(set).toMatch(/^cardwright-sign-in=\d+\.[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
    for (const secret of [searchParams.get('state'), searchParams.get('nonce')]) expect(set).not.toContain(secret);
  });

  it('ends in a session with the name and the roles from the provider, and in the audit log', async () => {
    const { answer, cookie } = await signIn();
    expect([answer.status, answer.headers.location]).toEqual([302, '/console/cards?page=2']);
    const { json } = await get('/console/session', cookie);
    expect(json).toMatchObject({ subject: `${identity.issuer}#amina`, name: 'Amina Saleh', roles: ['agent'] });
    expect((await get('/V2/tokens', cookie)).status).toBe(200);
    expect((await get('/V2/webhook-endpoints', cookie)).status).toBe(403);
    const [row] = await server.db.sql<{ actor: string; bank_id: string; details: object }>(
      "select actor, bank_id, details from audit_log where operation = 'people.sign-in' order by audit_id desc limit 1",
    );
    expect(row).toEqual({
      actor: `${identity.issuer}#amina`,
      bank_id: 'DEMO',
      details: { person: 'Amina Saleh', provider: 'staff', roles: ['agent'] },
    });
  });

  it('is only valid for the tenant of the provider: the same person is another user at another tenant', async () => {
    const { cookie } = await signIn('amina', 'shops');
    const { json } = await get('/console/session', cookie);
    expect([json.house, json.roles]).toEqual([{ kind: 'acquirer', id: 'DEMO', name: 'Demo Acquirer' }, ['boarding']]);
    expect((await get('/V2/tokens', cookie)).status).toBe(403);
  });

  it('shows a person of another bank nothing of this one', async () => {
    const card = await issueCard(server);
    const message = ecommerceMessage(card);
    await authorize(server, message);
    const path = `/V2/authorizations/${String(message.Retrieval_Reference_Number)}`;
    const [own, other] = [await signIn('amina', 'staff'), await signIn('amina', 'others')];
    expect((await get(path, own.cookie)).status).toBe(200);
    const foreign = await get(path, other.cookie);
    const missing = await get('/V2/authorizations/000000000000', other.cookie);
    expect([foreign.status, foreign.json]).toEqual([404, missing.json]);
    const { json } = await get('/console/sessions', other.cookie);
    expect((json.sessions as unknown[]).length).toBe(1);
  });

  it('leads only to the console', async () => {
    for (const returnTo of [
      'https://evil.example/',
      '//evil.example',
      '/console/../V2',
      '/console\\@evil.example',
      '/consoles',
    ]) {
      const back = await signInAtProvider(server, { account: 'amina', returnTo });
      expect((await comeBack(server, back)).headers.location).toBe('/console/');
    }
  });

  it('starts no session if the person canceled, or has no role here', async () => {
    const back = await signInAtProvider(server, {});
    expect(turnedAway(await comeBack(server, back))).toEqual(WITHOUT_SESSION('denied'));
    await identity.control({ account: { ...AMINA, groups: ['everybody'] } });
    expect(turnedAway((await signIn()).answer)).toEqual(WITHOUT_SESSION('no_role'));
  });

  it('starts no session without the required second factor', async () => {
    expect(turnedAway((await signIn('amina', 'careful')).answer)).toEqual(WITHOUT_SESSION('second_factor'));
    await identity.control({ account: { ...AMINA, amr: ['pwd', 'hwk'] } });
    await identity.control({ forge: { claims: { amr: ['pwd', 'hwk'] } } });
    expect((await signIn('amina', 'careful')).answer.headers.location).toBe('/console/cards?page=2');
  });

  it('is valid only in the browser in which it began, and for ten minutes', async () => {
    const back = await signInAtProvider(server, { account: 'amina' });
    expect(turnedAway(await comeBack(server, { ...back, cookie: '' }))).toEqual(WITHOUT_SESSION('expired'));
    const other = await signInAtProvider(server, { account: 'amina' });
    expect(turnedAway(await comeBack(server, { ...back, cookie: other.cookie }))).toEqual(WITHOUT_SESSION('provider'));
    now += 10 * MINUTE;
    expect(turnedAway(await comeBack(server, back))).toEqual(WITHOUT_SESSION('expired'));
  });

  it('is refused with another state, and with none', async () => {
    const back = await signInAtProvider(server, { account: 'amina' });
    for (const path of [back.path.replace(/state=[^&]+/, 'state=other'), back.path.replace(/&?state=[^&]+/, '')]) {
      expect(turnedAway(await comeBack(server, { ...back, path }))).toEqual(WITHOUT_SESSION('provider'));
    }
  });

  it.each([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['a time that is over', { claims: { exp: 1_600_000_000 } }],
    ['a key that is not the provider’s', { otherKey: true }],
  ])('is refused if the ID token has %s', async (_what, forge) => {
    await identity.control({ forge });
    expect(turnedAway((await signIn()).answer)).toEqual(WITHOUT_SESSION('provider'));
  });

  it('is refused with a code that was used, and with one that is too old', async () => {
    const back = await signInAtProvider(server, { account: 'amina' });
    expect((await comeBack(server, back)).headers.location).toBe('/console/cards?page=2');
    expect(turnedAway(await comeBack(server, back))).toEqual(WITHOUT_SESSION('provider'));
    const late = await signInAtProvider(server, { account: 'amina' });
    await identity.control({ aheadMs: 2 * MINUTE });
    expect(turnedAway(await comeBack(server, late))).toEqual(WITHOUT_SESSION('provider'));
  });

  it('works at once after the provider has changed its keys', async () => {
    expect((await signIn()).answer.headers.location).toBe('/console/cards?page=2');
    await identity.control({ rotate: `key-${now}` });
    expect((await signIn()).answer.headers.location).toBe('/console/cards?page=2');
  });
});

describe('a session from an identity provider', () => {
  it('takes the current roles from the provider within 15 minutes', async () => {
    const { cookie } = await signIn();
    await identity.control({ account: { ...AMINA, groups: ['admins'] } });
    now += 13 * MINUTE;
    expect((await get('/V2/webhook-endpoints', cookie)).status).toBe(403);
    now += MINUTE;
    expect((await get('/V2/webhook-endpoints', cookie)).status).toBe(200);
    expect((await get('/V2/tokens', cookie)).status).toBe(403);
    now += 14 * MINUTE;
    await identity.control({ account: AMINA });
    expect((await get('/V2/tokens', cookie)).status).toBe(200);
  });

  it('ends within 15 minutes after the last role is removed or the account is locked', async () => {
    for (const account of [
      { ...AMINA, groups: [] },
      { ...AMINA, locked: true },
    ]) {
      await identity.control({ account: AMINA });
      const { cookie } = await signIn();
      await identity.control({ account });
      now += 14 * MINUTE;
      expect((await get('/V2/tokens', cookie)).status).toBe(401);
      await identity.control({ account: AMINA });
      expect((await get('/V2/tokens', cookie)).status).toBe(401);
      const [row] = await server.db.sql<{ because: string }>(
        'select ended_because as because from sessions where ended_at is not null order by ended_at desc, session_id desc limit 1',
      );
      expect(row?.because).toBe('roles taken away');
    }
  });

  it('calls the provider once for concurrent requests', async () => {
    const { cookie } = await signIn();
    now += 14 * MINUTE;
    const answers = await Promise.all(Array.from({ length: 8 }, () => get('/V2/tokens?limit=1', cookie)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await get('/V2/tokens?limit=1', cookie)).status).toBe(200);
  });

  it('ends at the provider too: signing out revokes the grant and returns the URL to continue at', async () => {
    const { cookie } = await signIn();
    const out = await server.request({ method: 'DELETE', url: '/console/session', headers: { cookie, ...OWN_PAGE } });
    const url = new URL(String(out.json.sign_out_url));
    expect(`${url.origin}${url.pathname}`).toBe(`${identity.issuer}/session/end`);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://cardwright.test/console/');
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
    expect((await fetch(url)).status).toBe(200);
    expect((await get('/console/session', cookie)).status).toBe(401);
    const [row] = await server.db.sql<{ kept: number }>(
      'select count(*)::int as kept from sessions where ended_at is not null and sealed_grant is not null',
    );
    expect(row?.kept).toBe(0);
  });

  it('is refused, but not ended, while the provider is unreachable for longer than roles are valid', async () => {
    const { cookie } = await signIn();
    await identity.close();
    now += 14 * MINUTE;
    expect((await get('/V2/tokens', cookie)).status).toBe(200);
    now += MINUTE;
    const refused = await get('/V2/tokens', cookie);
    expect([refused.status, refused.json.detail]).toEqual([
      401,
      'The identity provider cannot be asked at the moment whether the roles still hold: try again later',
    ]);
    const begun = await server.request({ method: 'GET', url: '/console/sign-in/shops' });
    expect(begun.status).toBe(302);
  });
});
