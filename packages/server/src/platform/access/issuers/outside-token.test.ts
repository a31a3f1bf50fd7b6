import { createHash, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/test-server.ts';

const OUTSIDE = 'https://outside.test';
const LAX = 'https://lax.test';
const HOUR = 3_600;
/** An operation that any caller of a bank may call. */
const URL = '/V2/tokens';

let issuer: Server;
let server: TestServer;
let pair: { privateKey: CryptoKey; jwk: JWK };
let holder: { privateKey: CryptoKey; jwk: JWK };

async function makePair() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { privateKey, jwk: await exportJWK(publicKey) };
}

beforeAll(async () => {
  [pair, holder] = await Promise.all([makePair(), makePair()]);
  issuer = createServer((_request, response) => response.end(JSON.stringify({ keys: [{ ...pair.jwk, kid: 'k1' }] })));
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  const jwks_url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/jwks`;
  const trusted = { jwks_url, audience: 'gateway', kind: 'bank' };
  server = await testServer({
    CARDWRIGHT_TRUSTED_ISSUERS: JSON.stringify([
      { ...trusted, issuer: OUTSIDE },
      { ...trusted, issuer: LAX, typ_optional: true },
    ]),
  });
});
afterAll(async () => {
  await server?.close();
  await new Promise((resolve) => issuer.close(resolve));
});

const seconds = () => Math.floor(Date.now() / 1_000);

/** Includes claims that no access token should have. */
type Claims = Record<string, unknown>;

function token(claims: Claims = {}, header: { typ?: string } = { typ: 'at+jwt' }): Promise<string> {
  const from = { iss: OUTSIDE, aud: 'gateway', sub: 'svc', bank_id: 'DEMO', scope: 'tokens:read' };
  return new SignJWT({ ...from, iat: seconds(), exp: seconds() + 300, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1', ...header })
    .sign(pair.privateKey);
}

async function send(authorization: string, headers: Record<string, string> = {}, url = URL) {
  const answer = await server.request({ method: 'GET', url, headers: { authorization, ...headers } });
  return { ...answer, outcome: answer.status === 200 ? 'let in' : `${answer.status} ${answer.json.detail}` };
}

const outcome = async (access: string) => (await send(`Bearer ${access}`)).outcome;

const NOT_VALID = '401 The access token is not valid';

describe('a token of an outside issuer', () => {
  it.each(['at+jwt', 'application/at+jwt', 'JWT', 'jwt'])('of the type %s is accepted', async (typ) => {
    expect(await outcome(await token({}, { typ }))).toBe('let in');
  });

  it.each(['id_token+jwt', 'logout+jwt', 'secevent+jwt', 'dpop+jwt', 'rt+jwt', 'JOSE', ''])(
    'of the type "%s" is not valid',
    async (typ) => {
      expect(await outcome(await token({}, { typ }))).toBe(NOT_VALID);
    },
  );

  it('without a type is accepted only if its issuer’s entry has typ_optional', async () => {
    expect(await outcome(await token({}, {}))).toBe(NOT_VALID);
    expect(await outcome(await token({ iss: LAX }, {}))).toBe('let in');
    expect(await outcome(await token({ iss: LAX }, { typ: 'logout+jwt' }))).toBe(NOT_VALID);
  });

  it.each([
    ['an ID token for its nonce', { nonce: 'n-1' }],
    ['an ID token for its hash of an access token', { at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' }],
    ['an ID token for its hash of a code', { c_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' }],
    ['an ID token that is marked as one', { token_use: 'id' }],
    ['a refresh token that is marked as one', { typ: 'Refresh' }],
    ['a logout token', { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }],
  ])('of the type JWT is refused if it is %s', async (_what, claims) => {
    expect(await outcome(await token(claims, { typ: 'JWT' }))).toBe(NOT_VALID);
    expect(await outcome(await token({ iss: LAX, ...claims }, {}))).toBe(NOT_VALID);
  });

  it.each([
    ['of a day', () => ({ exp: seconds() + 24 * HOUR }), 'let in'],
    ['of more than a day', () => ({ exp: seconds() + 24 * HOUR + 60 }), NOT_VALID],
    ['of more than a day, the most of it over', () => ({ iat: seconds() - 24 * HOUR, exp: seconds() + 60 }), NOT_VALID],
    [
      'of more than a day, without the time of issue',
      () => ({ iat: undefined, exp: seconds() + 25 * HOUR }),
      NOT_VALID,
    ],
    ['of an hour, without the time of issue', () => ({ iat: undefined, exp: seconds() + HOUR }), 'let in'],
    ['that begins in an hour', () => ({ iat: seconds() + HOUR, exp: seconds() + 2 * HOUR }), NOT_VALID],
    [
      'of a year, issued in a year',
      () => ({ iat: seconds() + 365 * 24 * HOUR, exp: seconds() + 365 * 24 * HOUR + 60 }),
      NOT_VALID,
    ],
    ['without an end', () => ({ exp: undefined }), NOT_VALID],
  ])('with a life %s: %s', async (_what, claims, expected) => {
    expect(await outcome(await token(claims()))).toBe(expected);
  });
});

describe('a token that is bound to a key', () => {
  const bound = async (claims: Claims = {}) =>
    token({ cnf: { jkt: await calculateJwkThumbprint(holder.jwk, 'sha256') }, ...claims });

  function proof(
    access: string,
    claims: Claims = {},
    { by = holder, header = {} }: { by?: typeof holder; header?: Record<string, unknown> } = {},
  ): Promise<string> {
    const ath = createHash('sha256').update(access).digest('base64url');
    const htu = `http://cardwright.test${URL}`;
    return new SignJWT({ jti: randomUUID(), htm: 'GET', htu, iat: seconds(), ath, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: by.jwk, ...header })
      .sign(by.privateKey);
  }

  it('is accepted with a proof of that key, a new one for each request', async () => {
    const access = await bound();
    for (let at = 0; at < 2; at++) {
      expect((await send(`DPoP ${access}`, { dpop: await proof(access) })).outcome).toBe('let in');
    }
    const other = '/V2/tokens?status=ACTIVE';
    expect((await send(`DPoP ${access}`, { dpop: await proof(access) }, other)).outcome).toBe('let in');
  });

  it('is not accepted as a bearer token, before and after a request with a proof', async () => {
    const access = await bound();
    const needsProof =
      '401 The access token is bound to a key: send it as "Authorization: DPoP", with a proof in the header DPoP';
    expect(await outcome(access)).toBe(needsProof);
    expect((await send(`DPoP ${access}`, { dpop: await proof(access) })).outcome).toBe('let in');
    const { headers, outcome: text } = await send(`Bearer ${access}`, { dpop: await proof(access) });
    expect(text).toBe(needsProof);
    expect(headers['www-authenticate']).toBe('DPoP algs="ES256 ES384 ES512 PS256 PS384 PS512 EdDSA"');
  });

  it('is refused without a proof and with two proofs', async () => {
    const access = await bound();
    expect((await send(`DPoP ${access}`)).outcome).toBe('401 The DPoP proof is missing');
    const two = `${await proof(access)}, ${await proof(access)}`;
    expect((await send(`DPoP ${access}`, { dpop: two })).outcome).toBe(
      '401 The DPoP proof is not valid: not a signed JWT',
    );
  });

  it('is refused with a proof that was used before', async () => {
    const access = await bound();
    const dpop = await proof(access);
    expect((await send(`DPoP ${access}`, { dpop })).outcome).toBe('let in');
    expect((await send(`DPoP ${access}`, { dpop })).outcome).toBe('401 The DPoP proof is not valid: used before');
  });

  it.each([
    ['of another method', { htm: 'POST' }, 'htm is not the method of this request'],
    ['of another path', { htu: 'http://cardwright.test/V2/merchants' }, 'htu is not the address of this request'],
    ['of another server', { htu: 'http://else.test/V2/tokens' }, 'htu is not the address of this request'],
    ['of no address', { htu: 'tokens' }, 'htu is not the address of this request'],
    ['of another token', { ath: 'x' }, 'ath is not the hash of the access token'],
    ['of no token', { ath: undefined }, 'ath is not the hash of the access token'],
    ['of two minutes ago', { iat: seconds() - 120 }, 'iat is more than a minute ago or ahead'],
    ['of later', { iat: seconds() + 120 }, 'iat is more than a minute ago or ahead'],
    ['of no time', { iat: undefined }, 'iat is more than a minute ago or ahead'],
    ['without an id', { jti: undefined }, 'jti is not 1 to 255 characters'],
  ])('is refused with a proof %s', async (_what, claims, reason) => {
    const access = await bound();
    const { outcome: text } = await send(`DPoP ${access}`, { dpop: await proof(access, claims) });
    expect(text).toBe(`401 The DPoP proof is not valid: ${reason}`);
  });

  it('is refused with a proof of another key, of another type, and with a private key in it', async () => {
    const access = await bound();
    const stranger = await makePair();
    const { outcome: ofAnother } = await send(`DPoP ${access}`, { dpop: await proof(access, {}, { by: stranger }) });
    expect(ofAnother).toBe('401 The DPoP proof is not valid: the access token is bound to another key');
    const plain = await proof(access, {}, { header: { typ: 'JWT' } });
    expect((await send(`DPoP ${access}`, { dpop: plain })).outcome).toBe(
      '401 The DPoP proof is not valid: not a signed JWT',
    );
    const jwk = await exportJWK(holder.privateKey);
    const bare = await proof(access, {}, { header: { jwk } });
    expect((await send(`DPoP ${access}`, { dpop: bare })).outcome).toBe(
      '401 The DPoP proof is not valid: not a signed JWT',
    );
  });

  it.each([
    ['a key and an unknown confirmation method', { jkt: 'x', 'x5t#S512': 'y' }],
    ['a certificate that is no text', { 'x5t#S256': 5 }],
    ['a key that is written out', { jwk: { kty: 'EC' } }],
    ['nothing', {}],
    ['a text', 'key'],
    ['null', null],
  ])('to %s, in a way that this server does not check, is refused', async (_what, cnf) => {
    const text =
      '401 The access token is bound in a way that is not checked here: only cnf.jkt (DPoP) and cnf.x5t#S256 (a client certificate) are';
    const access = await token({ cnf });
    expect(await outcome(access)).toBe(text);
    expect((await send(`DPoP ${access}`, { dpop: await proof(access) })).outcome).toBe(text);
  });

  it.each([
    ['a certificate', { 'x5t#S256': 'bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2' }],
    ['a key and a certificate', { jkt: 'x', 'x5t#S256': 'y' }],
  ])('to %s needs the certificate', async (_what, cnf) => {
    expect(await outcome(await token({ cnf }))).toBe(
      '401 The access token is bound to a client certificate: send it over a connection with that certificate',
    );
  });

  it('is the only kind of token that is accepted with DPoP', async () => {
    const access = await token();
    const text = '401 The access token is not bound to a key: send it as "Authorization: Bearer"';
    expect((await send(`DPoP ${access}`, { dpop: await proof(access) })).outcome).toBe(text);
    const own = await server.token('demo-bank');
    expect((await send(`DPoP ${own}`, { dpop: await proof(own) })).outcome).toBe(text);
  });
});
