import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { applyConfiguration } from '../../../host/configuration/apply-configuration.ts';
import type { Configuration } from '../../../host/configuration/configuration-schema.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { findOpenSandboxClients } from '../index.ts';

const NEW = 'the new secret of this caller';
const OLD = 'the old secret of this caller';
const LATER = '2999-01-01T00:00:00Z';

const server = fileServer();
beforeEach(() => server.db.sql("delete from oauth_clients where client_id = 'rotating'"));

type Client = Configuration['oauth_clients'][number];

async function configure(more: Partial<Client>): Promise<void> {
  const client: Client = { client_id: 'rotating', kind: 'bank', bank_id: 'DEMO', scopes: ['cards:read'], ...more };
  await applyConfiguration(server.db.database, { banks: [], oauth_clients: [client] }, { sandbox: true });
}

async function signIn(secret: string): Promise<number> {
  const payload = { grant_type: 'client_credentials', client_id: 'rotating', client_secret: secret };
  return (await server.request({ method: 'POST', url: '/oauth2/token', payload })).status;
}

describe('a caller with two secrets', () => {
  it('signs in with both until the earlier one expires, and then only with the new one', async () => {
    await configure({ secret: OLD });
    expect([await signIn(OLD), await signIn(NEW)]).toEqual([200, 401]);
    await configure({ secret: NEW, earlier_secret: { secret: OLD, until: LATER } });
    expect([await signIn(OLD), await signIn(NEW), await signIn('a secret that nobody gave it')]).toEqual([
      200, 200, 401,
    ]);
    await configure({ secret: NEW, earlier_secret: { secret: OLD, until: '2020-01-01T00:00:00+04:00' } });
    expect([await signIn(OLD), await signIn(NEW)]).toEqual([401, 200]);
  });

  it('loses the earlier one as soon as the configuration does not contain it any more', async () => {
    await configure({ secret: NEW, earlier_secret: { secret: OLD, until: LATER } });
    expect(await signIn(OLD)).toBe(200);
    await configure({ secret: NEW });
    expect([await signIn(OLD), await signIn(NEW)]).toEqual([401, 200]);
  });

  it('keeps the hash of a secret that becomes the earlier one, so that a start changes nothing', async () => {
    const stored = () =>
      server.db.sql<{ hash: string; earlier: string }>(
        "select secret_hash as hash, earlier_secret_hash as earlier from oauth_clients where client_id = 'rotating'",
      );
    await configure({ secret: OLD });
    const [first] = await stored();
    await configure({ secret: NEW, earlier_secret: { secret: OLD, until: LATER } });
    const [both] = await stored();
    expect(both!.earlier).toBe(first!.hash);
    await configure({ secret: NEW, earlier_secret: { secret: OLD, until: LATER } });
    expect(await stored()).toEqual([both]);
  });

  it('costs a start one comparison for each secret, and none for an earlier one that has expired', async () => {
    const comparisons = async (until: string) => {
      const both = { secret: NEW, earlier_secret: { secret: OLD, until } };
      await configure(both);
      const hashing = vi.spyOn(crypto, 'scrypt');
      syncBuiltinESMExports();
      await configure(both);
      const { length } = hashing.mock.calls;
      hashing.mockRestore();
      syncBuiltinESMExports();
      return length;
    };
    expect(await comparisons(LATER)).toBe(2);
    expect(await comparisons('2020-01-01T00:00:00Z')).toBe(1);
  });

  it('is in the audit log with the time of the expiry, and without a secret or its hash', async () => {
    await configure({ secret: OLD });
    await configure({ secret: NEW, earlier_secret: { secret: OLD, until: LATER } });
    const [row] = await server.db.sql<{ before: object; after: object }>(
      `select before, after from audit_log where subject = 'oauth-client:rotating' order by audit_id desc limit 1`,
    );
    expect(row!.after).toEqual({
      secret: expect.stringMatching(/^[0-9a-f]{16}$/),
      earlier_secret: expect.stringMatching(/^[0-9a-f]{16}$/),
      earlier_secret_until: expect.stringMatching(/^(2999-01-01|2998-12-31)T/),
    });
    expect(JSON.stringify(row)).not.toContain('scrypt');
  });

  it('counts as a caller with a published secret if either of the two is published', async () => {
    const published = [{ client_id: 'rotating', secret: OLD }];
    await configure({ secret: NEW, earlier_secret: { secret: OLD, until: LATER } });
    await server.db.sql("update oauth_clients set sandbox = false where client_id = 'rotating'");
    const open = await findOpenSandboxClients(server.db.database, published);
    expect(open).toContain('rotating');
  });
});

it.each([
  [
    'without a secret after it',
    { earlier_secret: { secret: OLD, until: LATER } },
    'needs a secret in addition to earlier_secret',
  ],
  ['that is the same', { secret: OLD, earlier_secret: { secret: OLD, until: LATER } }, 'earlier_secret is the secret'],
  [
    'that ends at no time',
    { secret: NEW, earlier_secret: { secret: OLD, until: 'soon' } },
    'earlier_secret.until must be a time',
  ],
])('an earlier secret %s is refused', async (_what, more, problem) => {
  const jwks = { keys: [{ kty: 'EC' }] };
  await expect(configure({ jwks, ...more })).rejects.toThrow(`OAuth client rotating: ${problem}`);
});
