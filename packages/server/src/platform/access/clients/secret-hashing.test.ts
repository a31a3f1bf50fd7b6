import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { applyConfiguration } from '../../../host/configuration/apply-configuration.ts';
import { MORE_BANKS } from '../../../testing/more-banks.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';

let other: pg.Client;
const server = fileServer();
beforeAll(async () => {
  other = new pg.Client(server.db.connection);
  await other.connect();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
afterAll(async () => {
  await other?.end();
});

it('a configuration hashes no secret while others wait for its locks, because hashing takes long', async () => {
  const hashing = vi.spyOn(crypto, 'scrypt');
  syncBuiltinESMExports();
  const clients = MORE_BANKS.oauth_clients.filter(({ secret }) => secret !== undefined);
  const changed = clients.map((client) => ({ ...client, secret: `${client.secret}-changed` }));
  await other.query('begin');
  await other.query("select 1 from banks where bank_id = 'OTHR' for update");
  const applied = applyConfiguration(server.db.database, { ...MORE_BANKS, oauth_clients: changed }, { sandbox: true });
  // one comparison and one new hash for each, and none afterwards
  await expect.poll(() => hashing.mock.calls.length, WITHIN).toBe(2 * clients.length);
  await other.query('rollback');
  await applied;
  expect(hashing.mock.calls.length).toBe(2 * clients.length);
});
