import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  EXPIRY_IN_PAST,
  makeKeyPair,
  NOT_VALID,
  TEST_ISSUER,
  tokenIssuer,
} from '../../../testing/callers/token-issuer.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import type { Result } from '../../kernel/result.ts';
import type { Caller, TrustedIssuer } from '../index.ts';

const on = fileResource(() => tokenIssuer());

describe('outside issuers', () => {
  const OUTSIDE = 'https://outside.test';
  let jwks: Server;
  let requests = 0;
  let down = false;

  const pair = fileResource(() => makeKeyPair('RS256'));
  beforeAll(async () => {
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
    return on.authenticator({ trustedIssuers: [trusted(more)] })(`Bearer ${await outsideToken(claims)}`);
  }

  test('bank_id makes the caller a bank, acquirer_id an acquirer, neither a network; its sender is stable and negative', async () => {
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

  test('the list of banks is enforced, also for a token that names no bank', async () => {
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
    expect(await present({ exp: Math.floor(Date.now() / 1_000) - 60 })).toEqual(EXPIRY_IN_PAST);
    const authenticate = on.authenticator({ trustedIssuers: [trusted()] });
    const foreign = await makeKeyPair('RS256');
    expect(await authenticate(`Bearer ${await outsideToken({}, {}, foreign.privateKey)}`)).toEqual(NOT_VALID);
    const claims = { iss: OUTSIDE, aud: 'gateway', sub: 'svc', exp: Math.floor(Date.now() / 1_000) + 60 };
    const hmac = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'kid-RS256' });
    const hmacKey = new TextEncoder().encode(JSON.stringify(pair.publicJwk));
    expect(await authenticate(`Bearer ${await hmac.sign(hmacKey)}`)).toEqual(NOT_VALID);
  });

  test('an outside key cannot sign tokens of this server’s issuer', async () => {
    const token = await outsideToken({ ...decodeJwt(await on.freshToken()) }, { typ: 'at+jwt' });
    expect(await on.authenticator({ trustedIssuers: [trusted()] })(`Bearer ${token}`)).toEqual(NOT_VALID);
  });

  test('tokens of an issuer that does not answer are refused; the failure is logged, and the next call is after five seconds', async () => {
    let nowMs = Date.now();
    const authenticate = on.authenticator({ trustedIssuers: [trusted()], now: () => nowMs });
    const token = await outsideToken({});
    down = true;
    requests = 0;
    on.logged.length = 0;
    expect(await authenticate(`Bearer ${token}`)).toEqual(NOT_VALID);
    expect(await authenticate(`Bearer ${token}`)).toEqual(NOT_VALID);
    expect(requests).toBe(1);
    expect(on.logged).toEqual([
      'warn cannot read the keys of a trusted issuer; its tokens are refused meanwhile {"issuer":"https://outside.test","reason":"Expected 200 OK from the JSON Web Key Set HTTP response"}',
    ]);
    down = false;
    nowMs += 5_000;
    expect((await authenticate(`Bearer ${token}`)).ok).toBe(true);
  });

  test('a configuration that would trust more than it seems to stops the start', () => {
    const banks = 'ONE' as unknown as string[];
    expect(() => on.authenticator({ trustedIssuers: [trusted({ banks })] })).toThrow(
      'banks must be a list of bank ids',
    );
    // a misspelt restriction would not apply
    const bank = { bank: ['ONE'] } as object;
    expect(() => on.authenticator({ trustedIssuers: [trusted(bank)] })).toThrow(
      'bank is not a member; there are issuer, jwks_url, audience, kind, banks, typ_optional',
    );
    expect(() => on.authenticator({ trustedIssuers: [trusted({ jwks_url: 'outside.test/jwks' })] })).toThrow(
      'trusted issuer https://outside.test: jwks_url must be an https:// URL',
    );
    expect(() => on.authenticator({ trustedIssuers: [trusted(), trusted()] })).toThrow(
      'configured twice, or the same name as CARDWRIGHT_ISSUER',
    );
    expect(() => on.authenticator({ trustedIssuers: [trusted({ issuer: TEST_ISSUER })] })).toThrow(
      'configured twice, or the same name as CARDWRIGHT_ISSUER',
    );
  });
});
