import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { ASSERTION_TYPE, clientAssertion, requestTokenWithAssertion } from '../../testing/callers/client-assertions.ts';
import {
  encodedPart,
  makeKeyPair,
  REFUSED_CLIENT,
  TEST_ISSUER,
  tokenIssuer,
} from '../../testing/callers/token-issuer.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { upsertOauthClient } from './index.ts';

const on = fileResource(() => tokenIssuer());

describe('client assertions', () => {
  test('twenty uses of one assertion at once: one wins', async () => {
    const once = await clientAssertion(on);
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestTokenWithAssertion(on, once)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.statusCode === 401).map((answer) => answer.json());
    expect(refused).toHaveLength(19);
    expect(refused[0]).toEqual({ error: 'invalid_client', error_description: 'client_assertion: was used before' });
  });

  test('expired assertions are purged, and their ids can be used again', async () => {
    const [jti, aheadMs] = ['again', 700_000];
    expect((await requestTokenWithAssertion(on, await clientAssertion(on, { jti }))).statusCode).toBe(200);
    const later = await on.tokenApp(() => Date.now() + aheadMs);
    const exp = Math.floor((Date.now() + aheadMs) / 1_000) + 300;
    const reused = await clientAssertion(on, { jti, exp });
    const body = { grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE, client_assertion: reused };
    expect((await on.request(body, {}, later)).statusCode).toBe(200);
    expect(await on.db.sql('select client_id, assertion_id from used_assertions')).toEqual([
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
    [
      'an audience among others',
      () => ({ aud: [TEST_ISSUER, 'x'] }),
      'client_assertion: claim aud names other servers too',
    ],
    ['another issuer', () => ({ iss: 'bank-one' }), 'client_assertion: claim iss is not accepted'],
    ['no jti', () => ({ jti: undefined }), 'client_assertion: claim jti is missing'],
    ['no exp', () => ({ exp: undefined }), 'client_assertion: claim exp is missing'],
    ['a jti with a NUL', () => ({ jti: 'a\0b' }), 'client_assertion: claim jti is not 1 to 255 characters'],
    ['an unknown client', () => ({ iss: 'nobody', sub: 'nobody' }), 'Client authentication failed'],
    ['a client without keys', () => ({ iss: 'bank-one', sub: 'bank-one' }), 'Client authentication failed'],
  ])('%s is refused', async (_what, claims, error_description) => {
    const answer = await requestTokenWithAssertion(on, await clientAssertion(on, claims() as JWTPayload));
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ error: 'invalid_client', error_description });
  });

  test('a disabled client is refused with a right signature', async () => {
    const jwks = { keys: [on.keyPair.publicJwk] };
    await upsertOauthClient(on.db.database, { client_id: 'shut', kind: 'network', scopes: [], jwks });
    const claims = { iss: 'shut', sub: 'shut' };
    expect((await requestTokenWithAssertion(on, await clientAssertion(on, claims))).statusCode).toBe(200);
    await on.db.sql(`update oauth_clients set disabled = true where client_id = 'shut'`);
    expect((await requestTokenWithAssertion(on, await clientAssertion(on, claims))).json()).toEqual(REFUSED_CLIENT);
  });

  test('a foreign key, no algorithm, a shared secret and another client_id get the same refusal', async () => {
    const foreign = await makeKeyPair('ES256');
    const right = await clientAssertion(on);
    const unsigned = `${encodedPart({ alg: 'none' })}.${right.split('.')[1]}.`;
    const hmacKey = new TextEncoder().encode(JSON.stringify(on.keyPair.publicJwk));
    const hmac = await new SignJWT(decodeJwt(right)).setProtectedHeader({ alg: 'HS256' }).sign(hmacKey);
    for (const forged of [await clientAssertion(on, {}, foreign.privateKey), unsigned, hmac, 'x.y.z']) {
      expect((await requestTokenWithAssertion(on, forged)).json()).toEqual(REFUSED_CLIENT);
    }
    expect((await requestTokenWithAssertion(on, right, { client_id: 'bank-one' })).json()).toEqual(REFUSED_CLIENT);
    expect((await requestTokenWithAssertion(on, right)).statusCode).toBe(200);
  });
});
