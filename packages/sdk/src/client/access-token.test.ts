import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { upsertOauthClient } from '../../../server/src/platform/access/index.ts';
import { calledServer, failureOf, otherServers, recordingFetch } from '../../../server/src/testing/sdk-calls.ts';
import { Cardwright, type CardwrightOptions } from '../index.ts';

const called = calledServer();
const { bank, exid } = called;
const serve = otherServers();

describe('the access token of a client', () => {
  it('is obtained by one request for all waiting calls, and cached', async () => {
    const { fetch, paths } = recordingFetch();
    const client = bank({ fetch });
    await Promise.all(Array.from({ length: 20 }, () => client.cards.retrieve(exid())));
    await client.cards.retrieve(exid());
    expect(paths.filter((path) => path === '/oauth2/token')).toHaveLength(1);
    expect(paths).toHaveLength(22);
  });

  it('is requested once more if the server no longer accepts it', async () => {
    const { fetch, paths } = recordingFetch((call, count, init) => {
      if (count === 1) init.headers = { ...init.headers, authorization: 'Bearer withdrawn' };
      return call();
    });
    await expect(bank({ fetch }).cards.retrieve(exid())).resolves.toMatchObject({
      card_identifier_id: called.card.exid,
    });
    expect(paths.filter((path) => path === '/oauth2/token')).toHaveLength(2);
    const never = recordingFetch((call, _count, init) => {
      init.headers = { ...init.headers, authorization: 'Bearer withdrawn' };
      return call();
    });
    const error = await failureOf(bank({ fetch: never.fetch }).cards.retrieve(exid()));
    expect(error).toMatchObject({ code: '201', errorName: 'not_authenticated', kind: 'ACCESS', status: 401 });
    expect(never.paths).toHaveLength(4);
  });

  it('is renewed before it expires', async () => {
    let tokens = 0;
    const url = await serve((request, response) => {
      const isToken = request.url === '/oauth2/token';
      if (isToken) tokens += 1;
      // A client that renews its token early treats a token with a lifetime of five seconds as expired.
      const body = isToken ? { access_token: `t${tokens}`, expires_in: 5 } : { warnings: [] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const client = bank({ baseUrl: url });
    await client.contractWarnings.list();
    await client.contractWarnings.list();
    expect(tokens).toBeGreaterThanOrEqual(2);
  });

  it('fails with the code credentials_refused if the credentials are refused, without quoting the secret', async () => {
    const error = await failureOf(
      bank({ clientSecret: 'not-the-secret' } as Partial<CardwrightOptions>).cards.retrieve(exid()),
    );
    expect(error).toMatchObject({ code: 'credentials_refused', kind: 'LOCAL', status: 401, errorName: undefined });
    expect(inspect(error)).not.toContain('not-the-secret');
  });

  it.each([
    ['ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['ES384', () => generateKeyPairSync('ec', { namedCurve: 'P-384' })],
    ['PS256', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['EdDSA', () => generateKeyPairSync('ed25519')],
  ] as [string, () => { privateKey: KeyObject; publicKey: KeyObject }][])(
    'is obtained with a key instead of a secret: %s, as PEM and as JWK',
    async (alg, makePair) => {
      const { privateKey, publicKey } = makePair();
      const clientId = `signer-${alg}`;
      const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg }] };
      const scopes = ['cards:read'] as const;
      await upsertOauthClient(called.server.db.database, {
        client_id: clientId,
        kind: 'bank',
        bank_id: 'DEMO',
        scopes,
        jwks,
      } as never);
      const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
      for (const key of [pem, privateKey.export({ format: 'jwk' })]) {
        const audience = 'cardwright';
        const client = new Cardwright({ baseUrl: called.baseUrl, clientId, privateKey: key, keyId: 'k1', audience });
        await expect(client.cards.retrieve(exid())).resolves.toMatchObject({ card_identifier_id: called.card.exid });
      }
    },
  );
});
