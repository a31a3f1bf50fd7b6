import { exportJWK, generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../../testing/database/test-database.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { findOpenSandboxClients, upsertOauthClient } from '../index.ts';

const db = fileResource(() => testDatabase());

describe('configured clients', () => {
  const client = { client_id: 'configured', kind: 'network', scopes: ['authorizations:write'] } as const;
  const stored = async () =>
    (await db.sql(`select sender, secret_hash, scopes, disabled from oauth_clients where client_id = 'configured'`))[0];

  test('the hash stays as long as the secret does, and sender and disabled always stay', async () => {
    await upsertOauthClient(db.database, { ...client, secret: 'one' });
    await db.sql(`update oauth_clients set disabled = true where client_id = 'configured'`);
    const first = await stored();
    expect(first?.secret_hash).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    await upsertOauthClient(db.database, { ...client, secret: 'one', scopes: ['authorizations:read'] });
    expect(await stored()).toEqual({ ...first, scopes: ['authorizations:read'] });
    await upsertOauthClient(db.database, { ...client, secret: 'two' });
    const changed = await stored();
    expect(changed?.secret_hash).not.toBe(first?.secret_hash);
    expect(changed).toMatchObject({ sender: first?.sender, disabled: true });
  });

  test('a client that could never get a token, or that contains a private key, is refused', async () => {
    const privateJwk = await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey);
    const upsert = (more: object) => upsertOauthClient(db.database, { ...client, ...more });
    await expect(upsert({})).rejects.toThrow('OAuth client configured: needs a secret or jwks');
    await expect(upsert({ secret: '' })).rejects.toThrow('the secret is empty');
    await expect(upsert({ jwks: { keys: [privateJwk] } })).rejects.toThrow('jwks must contain only public keys');
    await expect(upsert({ client_id: 'a\0', secret: 'x' })).rejects.toThrow('visible ASCII');
  });

  test('published credentials are found until they are disabled, also if a configuration contains the secret again', async () => {
    const open = () => findOpenSandboxClients(db.database, [{ client_id: 'known', secret: 'known-secret' }]);
    expect(await open()).toEqual([]);
    await upsertOauthClient(db.database, { ...client, client_id: 'demo', secret: 'demo', sandbox: true });
    await upsertOauthClient(db.database, { ...client, client_id: 'known', secret: 'its own secret' });
    expect(await open()).toEqual(['demo']);
    await upsertOauthClient(db.database, { ...client, client_id: 'known', secret: 'known-secret' });
    expect(await open()).toEqual(['demo', 'known']);
    await db.sql('update oauth_clients set disabled = true');
    expect(await open()).toEqual([]);
  });
});
