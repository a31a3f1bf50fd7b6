import Fastify from 'fastify';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { clientAssertion, requestTokenWithAssertion } from '../../testing/callers/client-assertions.ts';
import {
  basicHeader,
  FORM,
  makeKeyPair,
  REFUSED_CLIENT,
  TEST_AUDIENCE,
  TEST_ISSUER,
  tokenIssuer,
  UNLIMITED_SIGN_INS,
} from '../../testing/callers/token-issuer.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { registerTokenEndpoint, upsertOauthClient } from './index.ts';

const TOKEN_URL = 'https://gateway.test/oauth2/token';

const on = fileResource(() => tokenIssuer());

describe('token endpoint', () => {
  test('client_secret_basic, parts form-urlencoded, gives a token with the claims of its client', async () => {
    const answer = await on.request({ grant_type: 'client_credentials' }, basicHeader('bank-one', 's3cret: %+ü'));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { access_token, ...rest } = answer.json();
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 900, scope: 'cards:read cards:write' });
    expect(decodeProtectedHeader(access_token)).toEqual({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: on.signingKeys.current().kid,
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
    expect((await on.requestWithSecret()).statusCode).toBe(200);
    const payload = { grant_type: 'client_credentials', client_id: 'bank-one', client_secret: 's3cret: %+ü' };
    const answer = await on.app.inject({ method: 'POST', url: '/oauth2/token', payload });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().scope).toBe('cards:read cards:write');
  });

  test('private_key_jwt works for the issuer and for the token address as audience', async () => {
    for (const aud of [TOKEN_URL, TEST_ISSUER, [TEST_ISSUER, TOKEN_URL]]) {
      const answer = await requestTokenWithAssertion(on, await clientAssertion(on, { aud }), { client_id: 'signer' });
      expect(answer.json()).toMatchObject({ token_type: 'Bearer', scope: 'cards:read cards:write' });
    }
  });

  test.each(['ES384', 'PS256', 'RS256', 'EdDSA'])('private_key_jwt works with %s', async (alg) => {
    const { privateKey, publicJwk } = await makeKeyPair(alg);
    const client = { client_id: `signer-${alg}`, kind: 'bank', bank_id: 'ONE', scopes: [] } as const;
    await upsertOauthClient(on.db.database, { ...client, jwks: { keys: [publicJwk] } });
    const claims = { iss: client.client_id, sub: client.client_id };
    expect((await requestTokenWithAssertion(on, await clientAssertion(on, claims, privateKey, alg))).statusCode).toBe(
      200,
    );
  });

  test('a wrong secret, an unknown client, a disabled one and one without a secret get word for word the same answer', async () => {
    const disabled = { client_id: 'gone', kind: 'network', scopes: [], secret: 'right' } as const;
    await upsertOauthClient(on.db.database, disabled);
    await on.db.sql(`update oauth_clients set disabled = true where client_id = 'gone'`);
    const answers = [
      await on.request({ grant_type: 'client_credentials' }, basicHeader('bank-one', 'wrong')),
      await on.request({ grant_type: 'client_credentials' }, basicHeader('nobody', 'wrong')),
      await on.request({ grant_type: 'client_credentials' }, basicHeader('gone', 'right')),
      await on.request({ grant_type: 'client_credentials' }, basicHeader('signer', 'wrong')),
      await on.request({ grant_type: 'client_credentials' }, basicHeader('with\0nul', 'wrong')),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual(REFUSED_CLIENT);
      expect(answer.headers['www-authenticate']).toBe('Basic realm="token", charset="UTF-8"');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('a requested scope narrows the token, and one that is unknown or not permitted is refused', async () => {
    const narrowed = await on.requestWithSecret({ scope: 'cards:read' });
    expect(narrowed.json().scope).toBe('cards:read');
    expect(decodeJwt(narrowed.json().access_token).scope).toBe('cards:read');
    for (const scope of ['cards:read clients:write', 'nonsense']) {
      const refused = await on.requestWithSecret({ scope });
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
    expect((await on.request(body)).json().error).toBe(error);
  });

  test('two ways of authentication in one request are refused', async () => {
    const secret = { grant_type: 'client_credentials', client_id: 'bank-one', client_secret: 's3cret: %+ü' };
    const both = await on.request(secret, basicHeader('bank-one', 's3cret: %+ü'));
    const assertionToo = await requestTokenWithAssertion(on, await clientAssertion(on), {
      client_id: 'signer',
      client_secret: 'x',
    });
    for (const answer of [both, assertionToo]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error).toBe('invalid_request');
    }
  });

  test('a JSON body with a duplicate key, a large body and another content type are refused', async () => {
    const json = { 'content-type': 'application/json' };
    const twice = await on.request('{"grant_type":"client_credentials","client_id":"a","client_id":"b"}', json);
    expect([twice.statusCode, twice.json().error]).toEqual([400, 'invalid_request']);
    const list = await on.request('{"grant_type":["client_credentials"]}', json);
    expect([list.statusCode, list.json().error]).toEqual([400, 'invalid_request']);
    const large = await on.request(`grant_type=client_credentials&x=${'y'.repeat(64 * 1024)}`);
    expect([large.statusCode, large.json().error]).toEqual([400, 'invalid_request']);
    const xml = await on.request('<x/>', { 'content-type': 'text/xml' });
    expect([xml.statusCode, xml.json().error]).toEqual([400, 'invalid_request']);
  });

  test.each([
    ['application/x-www-form-urlencoded', 'grant_type=client_credentials'],
    ['application/json', '{"grant_type":"client_credentials"}'],
  ])('a token request as %s is refused in a charset other than UTF-8', async (type, body) => {
    const credentials = basicHeader('bank-one', 's3cret: %+ü');
    const latin = await on.request(body, { ...credentials, 'content-type': `${type}; charset=iso-8859-1` });
    expect([latin.statusCode, latin.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'charset of Content-Type must be UTF-8' },
    ]);
    expect((await on.request(body, { ...credentials, 'content-type': `${type}; charset=UTF-8` })).statusCode).toBe(200);
  });

  test('after ten wrong secrets in a minute, even the right one has to wait, and no other client is locked out', async () => {
    const own = await on.tokenApp();
    const guess = (secret: string, remoteAddress: string) =>
      own.inject({
        method: 'POST',
        url: '/oauth2/token',
        headers: { ...FORM, ...basicHeader('net', secret) },
        payload: 'grant_type=client_credentials',
        remoteAddress,
      });
    const guesses = await Promise.all(Array.from({ length: 20 }, () => guess('wrong', '192.0.2.1')));
    expect(guesses.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
    expect(guesses.filter((answer) => answer.statusCode === 429)).toHaveLength(10);
    const refusal = await guess('net-secret', '192.0.2.1');
    expect(refusal.statusCode).toBe(429);
    expect(refusal.json().error).toBe('temporarily_unavailable');
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await guess('net-secret', '192.0.2.2')).statusCode).toBe(200);
    await own.close();
  });

  test('an unreachable database is reported as a system malfunction without details', async () => {
    const away = await testDatabase();
    const { database } = away;
    const own = Fastify();
    const { signingKeys, log } = on;
    const deps = {
      database,
      signingKeys,
      issuer: TEST_ISSUER,
      audience: TEST_AUDIENCE,
      signInRates: UNLIMITED_SIGN_INS,
      log,
    };
    registerTokenEndpoint(own, { ...deps, publicUrl: () => '' });
    await away.close();
    const answer = await on.requestWithSecret({}, own);
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ error: 'server_error', error_description: 'System malfunction' });
    await own.close();
  });

  test('no log line contains a secret', () => {
    expect(on.logged.join('\n')).not.toMatch(/s3cret|net-secret/);
  });

  test('the metadata and the public keys are published, without anything private', async () => {
    const metadata = await on.app.inject('/.well-known/oauth-authorization-server');
    expect(metadata.json()).toMatchObject({
      issuer: 'https://issuer.test',
      token_endpoint: 'https://gateway.test/oauth2/token',
      jwks_uri: 'https://gateway.test/.well-known/jwks.json',
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    });
    const [key] = (await on.app.inject('/.well-known/jwks.json')).json().keys;
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });
});
