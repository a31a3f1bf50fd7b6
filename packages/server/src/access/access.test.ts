import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import {
  type CryptoKey,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../kernel/result.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { SealingKey } from '../vault/index.ts';
import {
  addSigningKey,
  type Caller,
  createAuthenticator,
  type MasterSeal,
  openSigningKeys,
  registerTokenEndpoint,
  type SigningKeys,
  type TrustedIssuer,
  upsertOauthClient,
} from './index.ts';

const ISSUER = 'https://issuer.test';
const AUDIENCE = 'cardwright';
const PUBLIC_URL = 'https://gateway.test/';
const TOKEN_URL = 'https://gateway.test/oauth2/token';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const REFUSED = { error: 'invalid_client', error_description: 'Client authentication failed' };
const NOT_VALID = { ok: false, error: 'not_authenticated', message: 'The access token is not valid' };
const EXPIRED = { ok: false, error: 'not_authenticated', message: 'The access token has expired: get a new one' };
const UNLIMITED = { fromOneAddress: 1_000_000, fromAll: 1_000_000 };
const vault = masterSeal();

/** A master key of its own. */
function masterSeal(): MasterSeal {
  const key = new SealingKey(randomBytes(32));
  return {
    sealByMaster: async (_tx, context, plain) => ({ sealed: key.seal(plain, context), masterVersion: 1 }),
    openByMaster: (context, { sealed }) => key.open(sealed, context),
  };
}

let db: TestDatabase;
let signingKeys: SigningKeys;
let app: FastifyInstance;
let keyPair: { privateKey: CryptoKey; publicJwk: JWK };
const logged: string[] = [];
const log = (level: string, message: string, detail?: object) => {
  logged.push(`${level} ${message} ${JSON.stringify(detail)}`);
};

beforeAll(async () => {
  db = await testDatabase();
  await db.sql(
    `insert into banks (bank_id, bank_code, name, country, currency, time_zone)
     values ('ONE', '001', 'Bank One', 'AE', 'AED', 'Asia/Dubai')`,
  );
  keyPair = await makeKeyPair('ES256');
  const scopes = ['cards:read', 'cards:write'];
  const bank = { kind: 'bank', bank_id: 'ONE', scopes } as const;
  await upsertOauthClient(db.database, {
    ...bank,
    client_id: 'bank-one',
    secret: 's3cret: %+ü',
    requests_per_minute: 7,
  });
  await upsertOauthClient(db.database, { ...bank, client_id: 'signer', jwks: { keys: [keyPair.publicJwk] } });
  await upsertOauthClient(db.database, {
    client_id: 'net',
    kind: 'network',
    scopes: ['authorizations:write'],
    secret: 'net-secret',
  });
  signingKeys = await openSigningKeys({ database: db.database, vault, log });
  app = await tokenApp();
});

afterAll(async () => {
  await app?.close();
  await db?.close();
});

async function makeKeyPair(alg: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid: `kid-${alg}` } };
}

async function tokenApp(now?: () => number): Promise<FastifyInstance> {
  const made = Fastify();
  const { database } = db;
  const publicUrl = () => PUBLIC_URL;
  const clock = now === undefined ? {} : { now };
  const deps = { database, signingKeys, issuer: ISSUER, audience: AUDIENCE, publicUrl, signInRates: UNLIMITED, log };
  registerTokenEndpoint(made, { ...deps, ...clock, refusedAfterMs: 1 });
  await made.ready();
  return made;
}

function authenticator(options: { trustedIssuers?: TrustedIssuer[]; now?: () => number; keys?: SigningKeys } = {}) {
  const { trustedIssuers = [], keys = signingKeys, ...more } = options;
  const tokens = { signingKeys: keys, issuer: ISSUER, audience: AUDIENCE, publicUrl: () => PUBLIC_URL, log };
  const authenticate = createAuthenticator({ ...tokens, trustedIssuers, longestOutsideTokenS: 86_400, ...more });
  return (authorization: string | undefined) =>
    authenticate({ authorization, proof: undefined, method: 'GET', url: '/' });
}

function ask(parameters: Record<string, string> | string, headers: Record<string, string> = {}, on = app) {
  const payload = typeof parameters === 'string' ? parameters : new URLSearchParams(parameters).toString();
  return on.inject({ method: 'POST', url: '/oauth2/token', headers: { ...FORM, ...headers }, payload });
}

function askWithSecret(more: Record<string, string> = {}, on = app): Promise<LightMyRequestResponse> {
  return ask(
    { grant_type: 'client_credentials', client_id: 'bank-one', client_secret: 's3cret: %+ü', ...more },
    {},
    on,
  );
}

async function freshToken(on = app): Promise<string> {
  return (await askWithSecret({}, on)).json().access_token;
}

function basic(clientId: string, secret: string): Record<string, string> {
  const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  return { authorization: `Basic ${Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString('base64')}` };
}

async function assertion(claims: JWTPayload = {}, key = keyPair.privateKey, alg = 'ES256'): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const jti = randomBytes(12).toString('hex');
  return new SignJWT({ iss: 'signer', sub: 'signer', aud: TOKEN_URL, exp: now + 300, jti, ...claims })
    .setProtectedHeader({ alg })
    .sign(key);
}

function askWithAssertion(client_assertion: string, more: Record<string, string> = {}) {
  const client_assertion_type = ASSERTION_TYPE;
  return ask({ grant_type: 'client_credentials', client_assertion_type, client_assertion, ...more });
}

describe('token endpoint', () => {
  test('client_secret_basic, parts form-urlencoded, gives a token with the claims of its client', async () => {
    const answer = await ask({ grant_type: 'client_credentials' }, basic('bank-one', 's3cret: %+ü'));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { access_token, ...rest } = answer.json();
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 900, scope: 'cards:read cards:write' });
    expect(decodeProtectedHeader(access_token)).toEqual({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: signingKeys.current().kid,
    });
    const claims = decodeJwt(access_token);
    expect(claims).toMatchObject({
      iss: 'https://issuer.test',
      aud: 'cardwright',
      sub: 'bank-one',
      client_id: 'bank-one',
      kind: 'bank',
      bank_id: 'ONE',
      scope: 'cards:read cards:write',
    });
    expect(claims.exp).toBe((claims.iat as number) + 900);
    expect(claims.jti).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('client_secret_post works in a form and in JSON', async () => {
    expect((await askWithSecret()).statusCode).toBe(200);
    const payload = { grant_type: 'client_credentials', client_id: 'bank-one', client_secret: 's3cret: %+ü' };
    const answer = await app.inject({ method: 'POST', url: '/oauth2/token', payload });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().scope).toBe('cards:read cards:write');
  });

  test('private_key_jwt works for the issuer and for the token address as audience', async () => {
    for (const aud of [TOKEN_URL, ISSUER, [ISSUER, TOKEN_URL]]) {
      const answer = await askWithAssertion(await assertion({ aud }), { client_id: 'signer' });
      expect(answer.json()).toMatchObject({ token_type: 'Bearer', scope: 'cards:read cards:write' });
    }
  });

  test.each(['ES384', 'PS256', 'RS256', 'EdDSA'])('private_key_jwt works with %s', async (alg) => {
    const { privateKey, publicJwk } = await makeKeyPair(alg);
    const client = { client_id: `signer-${alg}`, kind: 'bank', bank_id: 'ONE', scopes: [] } as const;
    await upsertOauthClient(db.database, { ...client, jwks: { keys: [publicJwk] } });
    const claims = { iss: client.client_id, sub: client.client_id };
    expect((await askWithAssertion(await assertion(claims, privateKey, alg))).statusCode).toBe(200);
  });

  test('a wrong secret, an unknown client, a disabled one and one without a secret answer word for word the same', async () => {
    const disabled = { client_id: 'gone', kind: 'network', scopes: [], secret: 'right' } as const;
    await upsertOauthClient(db.database, disabled);
    await db.sql(`update oauth_clients set disabled = true where client_id = 'gone'`);
    const answers = [
      await ask({ grant_type: 'client_credentials' }, basic('bank-one', 'wrong')),
      await ask({ grant_type: 'client_credentials' }, basic('nobody', 'wrong')),
      await ask({ grant_type: 'client_credentials' }, basic('gone', 'right')),
      await ask({ grant_type: 'client_credentials' }, basic('signer', 'wrong')),
      await ask({ grant_type: 'client_credentials' }, basic('with\0nul', 'wrong')),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual(REFUSED);
      expect(answer.headers['www-authenticate']).toBe('Basic realm="token", charset="UTF-8"');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('a scope narrows, and one that is unknown or not permitted is refused', async () => {
    const narrowed = await askWithSecret({ scope: 'cards:read' });
    expect(narrowed.json().scope).toBe('cards:read');
    expect(decodeJwt(narrowed.json().access_token).scope).toBe('cards:read');
    for (const scope of ['cards:read clients:write', 'nonsense']) {
      const refused = await askWithSecret({ scope });
      expect(refused.statusCode).toBe(400);
      expect(refused.json().error).toBe('invalid_scope');
    }
  });

  test.each([
    [
      'a form parameter twice',
      'grant_type=client_credentials&client_id=a&client_id=b&client_secret=c',
      'invalid_request',
    ],
    ['no grant type', 'client_id=bank-one&client_secret=x', 'invalid_request'],
    ['another grant type', 'grant_type=password&client_id=bank-one&client_secret=x', 'unsupported_grant_type'],
    ['a secret without a client', 'grant_type=client_credentials&client_secret=x', 'invalid_request'],
    ['no authentication', 'grant_type=client_credentials&client_id=bank-one', 'invalid_client'],
    ['an empty body', '', 'invalid_request'],
  ])('%s is answered %s', async (_what, body, error) => {
    expect((await ask(body)).json().error).toBe(error);
  });

  test('two ways of authentication in one request are refused', async () => {
    const secret = { grant_type: 'client_credentials', client_id: 'bank-one', client_secret: 's3cret: %+ü' };
    const both = await ask(secret, basic('bank-one', 's3cret: %+ü'));
    const assertionToo = await askWithAssertion(await assertion(), { client_id: 'signer', client_secret: 'x' });
    for (const answer of [both, assertionToo]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error).toBe('invalid_request');
    }
  });

  test('a JSON body with a duplicate key, a large body and another content type are refused', async () => {
    const json = { 'content-type': 'application/json' };
    const twice = await ask('{"grant_type":"client_credentials","client_id":"a","client_id":"b"}', json);
    expect([twice.statusCode, twice.json().error]).toEqual([400, 'invalid_request']);
    const list = await ask('{"grant_type":["client_credentials"]}', json);
    expect([list.statusCode, list.json().error]).toEqual([400, 'invalid_request']);
    const large = await ask(`grant_type=client_credentials&x=${'y'.repeat(64 * 1024)}`);
    expect([large.statusCode, large.json().error]).toEqual([400, 'invalid_request']);
    const xml = await ask('<x/>', { 'content-type': 'text/xml' });
    expect([xml.statusCode, xml.json().error]).toEqual([400, 'invalid_request']);
  });

  test.each([
    ['application/x-www-form-urlencoded', 'grant_type=client_credentials'],
    ['application/json', '{"grant_type":"client_credentials"}'],
  ])('a token request as %s is refused in a charset other than UTF-8', async (type, body) => {
    const credentials = basic('bank-one', 's3cret: %+ü');
    const latin = await ask(body, { ...credentials, 'content-type': `${type}; charset=iso-8859-1` });
    expect([latin.statusCode, latin.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'charset of Content-Type must be UTF-8' },
    ]);
    expect((await ask(body, { ...credentials, 'content-type': `${type}; charset=UTF-8` })).statusCode).toBe(200);
  });

  test('the eleventh wrong secret in a minute waits, also with the right one, and locks nobody else out', async () => {
    const own = await tokenApp();
    const guess = (secret: string, remoteAddress: string) =>
      own.inject({
        method: 'POST',
        url: '/oauth2/token',
        headers: { ...FORM, ...basic('net', secret) },
        payload: 'grant_type=client_credentials',
        remoteAddress,
      });
    const guesses = await Promise.all(Array.from({ length: 20 }, () => guess('wrong', '192.0.2.1')));
    expect(guesses.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
    expect(guesses.filter((answer) => answer.statusCode === 429)).toHaveLength(10);
    const held = await guess('net-secret', '192.0.2.1');
    expect(held.statusCode).toBe(429);
    expect(held.json().error).toBe('temporarily_unavailable');
    expect(Number(held.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(held.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await guess('net-secret', '192.0.2.2')).statusCode).toBe(200);
    await own.close();
  });

  test('an unreachable database is a system malfunction, without details', async () => {
    const away = await testDatabase();
    const { database } = away;
    const own = Fastify();
    const deps = { database, signingKeys, issuer: ISSUER, audience: AUDIENCE, signInRates: UNLIMITED, log };
    registerTokenEndpoint(own, { ...deps, publicUrl: () => '' });
    await away.close();
    const answer = await askWithSecret({}, own);
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ error: 'server_error', error_description: 'System malfunction' });
    await own.close();
  });

  test('no log line holds a secret', () => {
    expect(logged.join('\n')).not.toMatch(/s3cret|net-secret/);
  });

  test('the metadata and the public keys are published, without anything private', async () => {
    const metadata = await app.inject('/.well-known/oauth-authorization-server');
    expect(metadata.json()).toMatchObject({
      issuer: 'https://issuer.test',
      token_endpoint: 'https://gateway.test/oauth2/token',
      jwks_uri: 'https://gateway.test/.well-known/jwks.json',
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    });
    const [key] = (await app.inject('/.well-known/jwks.json')).json().keys;
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });
});

describe('client assertions', () => {
  test('twenty uses of one assertion at once: one wins', async () => {
    const once = await assertion();
    const answers = await Promise.all(Array.from({ length: 20 }, () => askWithAssertion(once)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.statusCode === 401).map((answer) => answer.json());
    expect(refused).toHaveLength(19);
    expect(refused[0]).toEqual({ error: 'invalid_client', error_description: 'client_assertion: was used before' });
  });

  test('expired assertions are purged, and their ids can be used again', async () => {
    const [jti, aheadMs] = ['again', 700_000];
    expect((await askWithAssertion(await assertion({ jti }))).statusCode).toBe(200);
    const later = await tokenApp(() => Date.now() + aheadMs);
    const exp = Math.floor((Date.now() + aheadMs) / 1_000) + 300;
    const reused = await assertion({ jti, exp });
    const body = { grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE, client_assertion: reused };
    expect((await ask(body, {}, later)).statusCode).toBe(200);
    expect(await db.sql('select client_id, assertion_id from used_assertions')).toEqual([
      { client_id: 'signer', assertion_id: 'again' },
    ]);
    await later.close();
  });

  const seconds = () => Math.floor(Date.now() / 1_000);
  test.each([
    [
      'exp too far ahead',
      () => ({ exp: seconds() + 660 }),
      'client_assertion: claim exp is more than 10 minutes ahead',
    ],
    ['expired', () => ({ exp: seconds() - 60 }), 'client_assertion: has expired'],
    ['another audience', () => ({ aud: 'https://else.test' }), 'client_assertion: claim aud is not accepted'],
    ['an audience among others', () => ({ aud: [ISSUER, 'x'] }), 'client_assertion: claim aud names other servers too'],
    ['another issuer', () => ({ iss: 'bank-one' }), 'client_assertion: claim iss is not accepted'],
    ['no jti', () => ({ jti: undefined }), 'client_assertion: claim jti is missing'],
    ['no exp', () => ({ exp: undefined }), 'client_assertion: claim exp is missing'],
    ['a jti with a NUL', () => ({ jti: 'a\0b' }), 'client_assertion: claim jti is not 1 to 255 characters'],
    ['an unknown client', () => ({ iss: 'nobody', sub: 'nobody' }), 'Client authentication failed'],
    ['a client without keys', () => ({ iss: 'bank-one', sub: 'bank-one' }), 'Client authentication failed'],
  ])('%s is refused', async (_what, claims, error_description) => {
    const answer = await askWithAssertion(await assertion(claims() as JWTPayload));
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ error: 'invalid_client', error_description });
  });

  test('a disabled client is refused with a right signature', async () => {
    const jwks = { keys: [keyPair.publicJwk] };
    await upsertOauthClient(db.database, { client_id: 'shut', kind: 'network', scopes: [], jwks });
    const claims = { iss: 'shut', sub: 'shut' };
    expect((await askWithAssertion(await assertion(claims))).statusCode).toBe(200);
    await db.sql(`update oauth_clients set disabled = true where client_id = 'shut'`);
    expect((await askWithAssertion(await assertion(claims))).json()).toEqual(REFUSED);
  });

  test('a foreign key, no algorithm, a shared secret and another client_id are refused alike', async () => {
    const foreign = await makeKeyPair('ES256');
    const right = await assertion();
    const unsigned = `${encoded({ alg: 'none' })}.${right.split('.')[1]}.`;
    const hmacKey = new TextEncoder().encode(JSON.stringify(keyPair.publicJwk));
    const hmac = await new SignJWT(decodeJwt(right)).setProtectedHeader({ alg: 'HS256' }).sign(hmacKey);
    for (const forged of [await assertion({}, foreign.privateKey), unsigned, hmac, 'x.y.z']) {
      expect((await askWithAssertion(forged)).json()).toEqual(REFUSED);
    }
    expect((await askWithAssertion(right, { client_id: 'bank-one' })).json()).toEqual(REFUSED);
    expect((await askWithAssertion(right)).statusCode).toBe(200);
  });
});

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A token as ours, except for what is asked. */
async function ownToken(claims: Record<string, unknown>, header: { typ?: string; kid?: string } = {}): Promise<string> {
  const { kid, privateKey } = signingKeys.current();
  return new SignJWT({ ...decodeJwt(await freshToken()), ...claims })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt', ...header })
    .sign(privateKey);
}

describe('authenticate', () => {
  test('a token issued here identifies the caller', async () => {
    expect(await authenticator()(`Bearer ${await freshToken()}`)).toEqual({
      ok: true,
      value: {
        clientId: 'bank-one',
        sender: 1,
        kind: 'bank',
        bankId: 'ONE',
        scopes: new Set(['cards:read', 'cards:write']),
        requestsPerMinute: 7,
      },
    });
  });

  test('no token, or another scheme, says what is needed', async () => {
    const message = 'A bearer token is needed: Authorization: Bearer <access token>';
    for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b']) {
      expect(await authenticator()(header)).toEqual({ ok: false, error: 'not_authenticated', message });
    }
  });

  test('an expired token says so, cached or not, from the second of its exp on', async () => {
    let nowMs = Date.now();
    const token = await freshToken(await tokenApp(() => nowMs));
    const expiresMs = (decodeJwt(token).exp as number) * 1_000;
    const [cached, fresh] = [authenticator({ now: () => nowMs }), authenticator({ now: () => nowMs })];
    nowMs = expiresMs - 1;
    expect((await cached(`Bearer ${token}`)).ok).toBe(true);
    nowMs = expiresMs;
    expect(await cached(`Bearer ${token}`)).toEqual(EXPIRED);
    expect(await cached(`Bearer ${token}`)).toEqual(EXPIRED);
    expect(await fresh(`Bearer ${token}`)).toEqual(EXPIRED);
  });

  test('forged tokens are not valid', async () => {
    const right = await freshToken();
    const [header, payload, signature] = right.split('.') as [string, string, string];
    const { kid, publicJwk } = signingKeys.current();
    const claims = decodeJwt(right);
    const foreign = await makeKeyPair('ES256');
    const hmacKey = new TextEncoder().encode(JSON.stringify(publicJwk));
    const hmac = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' });
    const signedByForeign = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' });
    const withOwnKey = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', jwk: foreign.publicJwk });
    const forged = [
      `${header}.${encoded({ ...claims, bank_id: 'TWO' })}.${signature}`,
      `${encoded({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      `${encoded({ alg: 'ES256', kid: 'unknown', typ: 'at+jwt' })}.${payload}.${signature}`,
      await hmac.sign(hmacKey),
      await signedByForeign.sign(foreign.privateKey),
      await withOwnKey.sign(foreign.privateKey),
      await ownToken({ aud: 'another' }),
      await ownToken({ iss: 'https://another.test' }),
      await ownToken({}, { typ: 'JWT' }),
      await ownToken({ exp: undefined }),
      await ownToken({ kind: 'operator' }),
      await ownToken({ kind: 'network' }),
      'nonsense',
      `${right}${'A'.repeat(9_000)}`,
    ];
    const authenticate = authenticator();
    for (const token of forged) expect(await authenticate(`Bearer ${token}`)).toEqual(NOT_VALID);
    expect((await authenticate(`Bearer ${right}`)).ok).toBe(true);
  });
});

describe('signing keys', () => {
  test('twenty servers that start at once on an empty database share one key', async () => {
    const empty = await testDatabase();
    const opened = await Promise.all(
      Array.from({ length: 20 }, () => openSigningKeys({ database: empty.database, vault, log })),
    );
    expect(new Set(opened.map((keys) => keys.current().kid)).size).toBe(1);
    const [row] = await empty.sql<{ kept: string; text: string }>(
      `select count(*)::text as kept, string_agg(public_jwk::text, '') as text from signing_keys`,
    );
    expect(row?.kept).toBe('1');
    expect(row?.text).not.toContain('"d"');
    await empty.close();
  });

  test('a key that another server made is found; for unknown ids the database is read once in five seconds', async () => {
    let nowMs = 0;
    const own = await testDatabase();
    const { database } = own;
    const early = await openSigningKeys({ database, vault, log, now: () => nowMs });
    expect(await early.verificationKey('made-up')).toBeUndefined();
    const kid = await addSigningKey(database, vault);
    nowMs = 4_999;
    expect(await early.verificationKey(kid)).toBeUndefined();
    nowMs = 5_000;
    expect(await early.verificationKey(kid)).toBeDefined();
    expect(early.current().kid).toBe(kid);
    expect(early.publicJwks().keys).toHaveLength(2);
    await own.close();
  });

  test('a signing key that the master key did not seal is not trusted', async () => {
    const own = await testDatabase();
    const planted = await addSigningKey(own.database, masterSeal());
    const keys = await openSigningKeys({ database: own.database, vault, log });
    expect(keys.current().kid).not.toBe(planted);
    expect(await keys.verificationKey(planted)).toBeUndefined();
    await own.close();
  });
});

describe('outside issuers', () => {
  const OUTSIDE = 'https://outside.test';
  let jwks: Server;
  let requests = 0;
  let down = false;
  let pair: { privateKey: CryptoKey; publicJwk: JWK };

  beforeAll(async () => {
    pair = await makeKeyPair('RS256');
    jwks = createServer((_request, response) => {
      requests++;
      if (down) response.writeHead(503).end();
      else response.end(JSON.stringify({ keys: [pair.publicJwk] }));
    });
    await new Promise<void>((resolve) => jwks.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => jwks.close(resolve)));

  function trusted(more: Partial<TrustedIssuer> = {}): TrustedIssuer {
    const jwks_url = `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/jwks`;
    return { issuer: OUTSIDE, jwks_url, audience: 'gateway', ...more };
  }

  function outsideToken(claims: JWTPayload, header: Record<string, string> = {}, key = pair.privateKey) {
    return new SignJWT({ iss: OUTSIDE, aud: 'gateway', sub: 'svc', scope: 'cards:read', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'kid-RS256', typ: 'JWT', ...header })
      .setExpirationTime(claims.exp ?? '5m')
      .sign(key);
  }

  async function present(
    claims: JWTPayload,
    more: Partial<TrustedIssuer> = {},
  ): Promise<Result<Caller, 'not_authenticated'>> {
    return authenticator({ trustedIssuers: [trusted(more)] })(`Bearer ${await outsideToken(claims)}`);
  }

  test('bank_id makes a bank, acquirer_id an acquirer, neither a network; the sender is stable and negative', async () => {
    expect(await present({ bank_id: 'ONE' })).toEqual({
      ok: true,
      value: {
        clientId: 'https://outside.test#svc',
        // the first 32 bits of the SHA-256 of the client id, as 31 bits, negative
        sender: -2058223209,
        kind: 'bank',
        bankId: 'ONE',
        scopes: new Set(['cards:read']),
      },
    });
    expect(await present({ acquirer_id: 'ACQ' })).toMatchObject({ value: { kind: 'acquirer', acquirerId: 'ACQ' } });
    expect(await present({ scope: undefined, scp: ['a', 'b'] })).toMatchObject({
      value: { kind: 'network', scopes: new Set(['a', 'b']) },
    });
  });

  test('the list of banks is enforced, also on a token that names no bank', async () => {
    const banks = ['ONE'];
    expect((await present({ bank_id: 'ONE' }, { banks })).ok).toBe(true);
    expect(await present({ bank_id: 'TWO' }, { banks })).toEqual(NOT_VALID);
    expect(await present({}, { banks })).toEqual(NOT_VALID);
    expect(await present({ acquirer_id: 'ACQ' }, { banks })).toEqual(NOT_VALID);
    expect(await present({ bank_id: ['ONE'] }, { banks })).toEqual(NOT_VALID);
    expect(await present({}, { kind: 'bank' })).toEqual(NOT_VALID);
    expect(await present({ bank_id: 'ONE', acquirer_id: 'ACQ' })).toEqual(NOT_VALID);
  });

  test('another audience, issuer or key, a shared secret and an expired token are refused', async () => {
    expect(await present({ aud: 'another' })).toEqual(NOT_VALID);
    expect(await present({ iss: 'https://unknown.test' })).toEqual(NOT_VALID);
    expect(await present({ exp: Math.floor(Date.now() / 1_000) - 60 })).toEqual(EXPIRED);
    const authenticate = authenticator({ trustedIssuers: [trusted()] });
    const foreign = await makeKeyPair('RS256');
    expect(await authenticate(`Bearer ${await outsideToken({}, {}, foreign.privateKey)}`)).toEqual(NOT_VALID);
    const claims = { iss: OUTSIDE, aud: 'gateway', sub: 'svc', exp: Math.floor(Date.now() / 1_000) + 60 };
    const hmac = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'kid-RS256' });
    const hmacKey = new TextEncoder().encode(JSON.stringify(pair.publicJwk));
    expect(await authenticate(`Bearer ${await hmac.sign(hmacKey)}`)).toEqual(NOT_VALID);
  });

  test('an outside key cannot sign tokens in our own name', async () => {
    const token = await outsideToken({ ...decodeJwt(await freshToken()) }, { typ: 'at+jwt' });
    expect(await authenticator({ trustedIssuers: [trusted()] })(`Bearer ${token}`)).toEqual(NOT_VALID);
  });

  test('an issuer that does not answer: its tokens are refused, it is logged, and it is called again after five seconds', async () => {
    let nowMs = Date.now();
    const authenticate = authenticator({ trustedIssuers: [trusted()], now: () => nowMs });
    const token = await outsideToken({});
    down = true;
    requests = 0;
    logged.length = 0;
    expect(await authenticate(`Bearer ${token}`)).toEqual(NOT_VALID);
    expect(await authenticate(`Bearer ${token}`)).toEqual(NOT_VALID);
    expect(requests).toBe(1);
    expect(logged).toEqual([
      'warn cannot read the keys of a trusted issuer; its tokens are refused meanwhile {"issuer":"https://outside.test","reason":"Expected 200 OK from the JSON Web Key Set HTTP response"}',
    ]);
    down = false;
    nowMs += 5_000;
    expect((await authenticate(`Bearer ${token}`)).ok).toBe(true);
  });

  test('a configuration that would trust more than it seems to stops the start', () => {
    const banks = 'ONE' as unknown as string[];
    expect(() => authenticator({ trustedIssuers: [trusted({ banks })] })).toThrow('banks must be a list of bank ids');
    // a misspelt restriction would be none
    const bank = { bank: ['ONE'] } as object;
    expect(() => authenticator({ trustedIssuers: [trusted(bank)] })).toThrow(
      'bank is not a member; there are issuer, jwks_url, audience, kind, banks, typ_optional',
    );
    expect(() => authenticator({ trustedIssuers: [trusted({ jwks_url: 'outside.test/jwks' })] })).toThrow(
      'trusted issuer https://outside.test: jwks_url must be an https:// URL',
    );
    expect(() => authenticator({ trustedIssuers: [trusted(), trusted()] })).toThrow(
      'configured twice, or the same name as CARDWRIGHT_ISSUER',
    );
    expect(() => authenticator({ trustedIssuers: [trusted({ issuer: ISSUER })] })).toThrow(
      'configured twice, or the same name as CARDWRIGHT_ISSUER',
    );
  });
});
