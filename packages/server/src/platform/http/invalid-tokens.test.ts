import { join } from 'node:path';
import { decodeJwt, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileResource } from '../../testing/file-resources.ts';
import { anyRequest, OPERATION_IDS } from '../../testing/requests/any-request.ts';
import { operationOf } from '../../testing/requests/envelope-requests.ts';
import { expectRefusal } from '../../testing/requests/expect-refusal.ts';
import { codeOf } from '../../testing/requests/test-requests.ts';
import { twoBanks } from '../../testing/requests/two-banks.ts';
import { fileServer } from '../../testing/test-server.ts';
import { openSigningKeys } from '../access/index.ts';
import { openVault, readKeyFile } from '../vault/index.ts';

const server = fileServer();
const banks = fileResource(() => twoBanks(server));

describe('invalid tokens', () => {
  const bad: Record<string, string | undefined> = {};
  const NAMES = [
    'no token',
    'another scheme',
    'no JWT',
    'expired',
    'of another audience',
    'of another issuer',
    'of another type',
    'without a key id',
    'signed by another key under our key id',
    'with changed claims',
    'with a cut signature',
    'unsigned, alg none',
    'HS256 with our public JWK as secret',
    'HS256 with our public PEM as secret',
  ] as const;

  beforeAll(async () => {
    const vault = await openVault(server.db.database, await readKeyFile(join(server.dataDir, 'sandbox-keys.json')));
    const keys = await openSigningKeys({ database: server.db.database, vault, log: () => {} });
    const { kid, privateKey, publicKey, publicJwk } = keys.current();
    const good = await server.token('demo-bank');
    const claims = decodeJwt(good);
    const now = Math.floor(Date.now() / 1_000);
    const sign = (more: JWTPayload, key: Parameters<SignJWT['sign']>[0] = privateKey, header: object = {}) =>
      new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header }).sign(key);
    const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
    const [head, , signature] = good.split('.') as [string, string, string];
    const stranger = await generateKeyPair('ES256');
    const secret = (text: string) => sign({}, new TextEncoder().encode(text), { alg: 'HS256' });
    // each token is valid except for its one fault
    const control = await server.request({
      ...anyRequest(banks, 'cards.enquire-card'),
      headers: { authorization: `Bearer ${await sign({})}` },
    });
    expect(codeOf(control)).toBe('000');
    Object.assign(bad, {
      'no token': undefined,
      'another scheme': `Basic ${Buffer.from('demo-bank:demo-bank-secret').toString('base64')}`,
      'no JWT': 'Bearer abcdef',
      expired: `Bearer ${await sign({ iat: now - 901, exp: now - 1 })}`,
      'of another audience': `Bearer ${await sign({ aud: 'somebody-else' })}`,
      'of another issuer': `Bearer ${await sign({ iss: 'https://issuer.test' })}`,
      'of another type': `Bearer ${await sign({}, privateKey, { typ: 'JWT' })}`,
      'without a key id': `Bearer ${await sign({}, privateKey, { kid: undefined })}`,
      'signed by another key under our key id': `Bearer ${await sign({}, stranger.privateKey)}`,
      'with changed claims': `Bearer ${head}.${part({ ...claims, bank_id: 'OTHR' })}.${signature}`,
      'with a cut signature': `Bearer ${good.slice(0, -4)}`,
      'unsigned, alg none': `Bearer ${part({ alg: 'none', typ: 'at+jwt', kid })}.${part(claims)}.`,
      'HS256 with our public JWK as secret': `Bearer ${await secret(JSON.stringify(publicJwk))}`,
      'HS256 with our public PEM as secret': `Bearer ${await secret(await exportSPKI(publicKey))}`,
    });
    expect(Object.keys(bad)).toEqual([...NAMES]);
  });

  /**
   * Whether the test sends a token of this kind to an operation. Each operation gets no token, and two of the other
   * kinds in turn. The few operations with their own shape get every kind.
   */
  const isSent = (name: string, id: string, at: number) =>
    name === 'no token' ||
    !['rest', 'envelope'].includes(operationOf(id).surface) ||
    [at, at + 5].some((turn) => NAMES[turn % NAMES.length] === name);

  it.each(NAMES)('%s: each operation answers 201 in its own shape and echoes the header', async (name) => {
    const authorization = bad[name];
    for (const id of OPERATION_IDS.filter((one, at) => isSent(name, one, at))) {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await server.request({ ...anyRequest(banks, id), headers });
      expectRefusal(banks, id, answer, '201');
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });
});
