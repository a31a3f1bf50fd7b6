import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  EXPIRY_IN_PAST,
  encodedPart,
  makeKeyPair,
  masterSeal,
  NOT_VALID,
  tokenIssuer,
} from '../../testing/callers/token-issuer.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { addSigningKey, openSigningKeys } from './index.ts';

const on = fileResource(() => tokenIssuer());

/** A token like the server's own, except for the supplied members. */
async function ownToken(claims: Record<string, unknown>, header: { typ?: string; kid?: string } = {}): Promise<string> {
  const { kid, privateKey } = on.signingKeys.current();
  return new SignJWT({ ...decodeJwt(await on.freshToken()), ...claims })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt', ...header })
    .sign(privateKey);
}

describe('authenticate', () => {
  test('a token issued here identifies the caller', async () => {
    expect(await on.authenticator()(`Bearer ${await on.freshToken()}`)).toEqual({
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

  test('without a token, or with another scheme, the answer names the scheme to use', async () => {
    const message = 'A bearer token is needed: Authorization: Bearer <access token>';
    for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b']) {
      expect(await on.authenticator()(header)).toEqual({ ok: false, error: 'not_authenticated', message });
    }
  });

  test('an expired token is reported as expired from the second of its exp on, cached or not', async () => {
    let nowMs = Date.now();
    const token = await on.freshToken(await on.tokenApp(() => nowMs));
    const expiresMs = (decodeJwt(token).exp as number) * 1_000;
    const [cached, fresh] = [on.authenticator({ now: () => nowMs }), on.authenticator({ now: () => nowMs })];
    nowMs = expiresMs - 1;
    expect((await cached(`Bearer ${token}`)).ok).toBe(true);
    nowMs = expiresMs;
    expect(await cached(`Bearer ${token}`)).toEqual(EXPIRY_IN_PAST);
    expect(await cached(`Bearer ${token}`)).toEqual(EXPIRY_IN_PAST);
    expect(await fresh(`Bearer ${token}`)).toEqual(EXPIRY_IN_PAST);
  });

  test('on one connection, the token of each request decides its caller, whatever the connection carried before', async () => {
    const right = await on.freshToken();
    const [header, , signature] = right.split('.');
    const forged = `${header}.${encodedPart({ ...decodeJwt(right), bank_id: 'TWO' })}.${signature}`;
    const expiresMs = (decodeJwt(right).exp as number) * 1_000;
    let nowMs = Date.now();
    const authenticate = on.authenticator({ now: () => nowMs, connection: {} });
    const isCaller = async (authorization: string | undefined) => (await authenticate(authorization)).ok;
    expect(await isCaller(`Bearer ${right}`)).toBe(true);
    expect(await isCaller(`Bearer ${forged}`)).toBe(false);
    expect(await isCaller(`DPoP ${right}`)).toBe(false);
    expect(await isCaller(undefined)).toBe(false);
    expect(await isCaller(`Bearer ${right}`)).toBe(true);
    nowMs = expiresMs;
    expect(await authenticate(`Bearer ${right}`)).toEqual(EXPIRY_IN_PAST);
  });

  test('forged tokens are not valid', async () => {
    const right = await on.freshToken();
    const [header, payload, signature] = right.split('.') as [string, string, string];
    const { kid, publicJwk } = on.signingKeys.current();
    const claims = decodeJwt(right);
    const foreign = await makeKeyPair('ES256');
    const hmacKey = new TextEncoder().encode(JSON.stringify(publicJwk));
    const hmac = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' });
    const signedByForeign = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' });
    const withOwnKey = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', jwk: foreign.publicJwk });
    const forged = [
      `${header}.${encodedPart({ ...claims, bank_id: 'TWO' })}.${signature}`,
      `${encodedPart({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      `${encodedPart({ alg: 'ES256', kid: 'unknown', typ: 'at+jwt' })}.${payload}.${signature}`,
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
    const authenticate = on.authenticator();
    for (const token of forged) expect(await authenticate(`Bearer ${token}`)).toEqual(NOT_VALID);
    expect((await authenticate(`Bearer ${right}`)).ok).toBe(true);
  });
});

describe('signing keys', () => {
  test('twenty servers that start at once on an empty database share one key', async () => {
    const empty = await testDatabase();
    const opened = await Promise.all(
      Array.from({ length: 20 }, () => openSigningKeys({ database: empty.database, vault: on.vault, log: on.log })),
    );
    expect(new Set(opened.map((keys) => keys.current().kid)).size).toBe(1);
    const [row] = await empty.sql<{ kept: string; text: string }>(
      `select count(*)::text as kept, string_agg(public_jwk::text, '') as text from signing_keys`,
    );
    expect(row?.kept).toBe('1');
    expect(row?.text).not.toContain('"d"');
    await empty.close();
  });

  test('a key that another server made is found, and unknown ids cause one database read in five seconds', async () => {
    let nowMs = 0;
    const own = await testDatabase();
    const { database } = own;
    const early = await openSigningKeys({ database, vault: on.vault, log: on.log, now: () => nowMs });
    expect(await early.verificationKey('made-up')).toBeUndefined();
    const kid = await addSigningKey(database, on.vault);
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
    const keys = await openSigningKeys({ database: own.database, vault: on.vault, log: on.log });
    expect(keys.current().kid).not.toBe(planted);
    expect(await keys.verificationKey(planted)).toBeUndefined();
    await own.close();
  });
});
