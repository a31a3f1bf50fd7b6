import { buildServer } from '@cardwright/server/program';
import { expect, it } from 'vitest';
import { createLogger } from '../../platform/http/request-log.ts';
import { testSettings } from '../../testing/database/seeded-database.ts';
import { type TestDatabase, testDatabase } from '../../testing/database/test-database.ts';
import { amend } from '../../testing/merchants/merchants.ts';
import { fileServer } from '../../testing/test-server.ts';
import type { Server } from '../assembly/server.ts';

const server = fileServer();

const MERCHANT = {
  merchant_id: 'DEMO-MERCHANT-1',
  merchant_name: 'Demo Bakery',
  application_id: expect.stringMatching(/^[\da-f-]{36}$/),
  status: 'BOARDED',
  merchant_state: 'ACTIVE',
  terminal_ids: ['DEMO-TERMINAL-1'],
};

const fixtures = async () =>
  ((await server.request({ method: 'GET', url: '/sandbox/fixtures' })).json as { merchants: unknown }).merchants;

function start({ connection }: Pick<TestDatabase, 'connection'>): Promise<Server> {
  return buildServer({
    settings: testSettings(server.dataDir),
    connection,
    logger: createLogger('silent'),
    publicUrl: () => 'http://again.test',
    clock: server.clock,
  });
}

it('the sandbox has a boarded merchant, which its acquirer can read', async () => {
  expect(await fixtures()).toEqual([MERCHANT]);
  const { json } = await server.request({
    method: 'GET',
    url: '/V2/merchants/DEMO-MERCHANT-1',
    as: 'demo-acquirer',
  });
  expect(json).toMatchObject({ merchantName: 'Demo Bakery', status: 'BOARDED', merchantState: 'ACTIVE', version: 1 });
});

it('another start does not change it', async () => {
  expect((await amend(server, 'DEMO-MERCHANT-1', ['HOLD'])).status).toBe(202);
  await (await start(server.db)).close();
  expect(await fixtures()).toEqual([{ ...MERCHANT, merchant_state: 'ON_HOLD' }]);
});

it('servers that start at the same time board it once', async () => {
  const db = await testDatabase();
  const servers = await Promise.all(Array.from({ length: 6 }, () => start(db)));
  const boarded = 'select merchant_id, status, version from merchants';
  expect(await db.sql(boarded)).toEqual([{ merchant_id: 'DEMO-MERCHANT-1', status: 'BOARDED', version: 1 }]);
  await Promise.all(servers.map((each) => each.close()));
  await db.close();
});
