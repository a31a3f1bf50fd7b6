import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyConfiguration } from './configuration.ts';
import { prepareDatabase } from './prepare-database.ts';
import { readSettings } from './settings.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { sandboxKeys } from './vault/index.ts';

let db: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  db = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cardwright-data-'));
});
afterAll(async () => {
  await db?.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('a sandbox does not start on a database that was set up for production, and puts nothing into it', async () => {
  const bank = {
    bank_id: 'REAL',
    bank_code: '009',
    name: 'Real Bank',
    country: 'AE',
    currency: 'AED',
    time_zone: 'Asia/Dubai',
    products: [],
  };
  await applyConfiguration(db.database, { banks: [bank], oauth_clients: [] }, { sandbox: false });
  const keys = await sandboxKeys(dataDir);
  await expect(prepareDatabase(db.database, readSettings({}), keys)).rejects.toThrow(
    'this database was set up for production: a sandbox does not start on it',
  );
  expect(await db.sql('select client_id from oauth_clients')).toEqual([]);
  expect(await db.sql('select bank_id from banks')).toEqual([{ bank_id: 'REAL' }]);
});
