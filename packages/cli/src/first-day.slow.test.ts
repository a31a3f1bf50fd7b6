import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../server/src/testing/command.ts';
import { cleanUp, dataFolder } from '../../server/src/testing/server-process.ts';
import { type TestDatabase, testDatabase } from '../../server/src/testing/test-database.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = dataFolder();
  database = await testDatabase({ from: 'empty' });
});
afterAll(async () => {
  await cleanUp([], folder);
  await database.close();
});

it('migrate makes the tables of an empty database, and finds nothing to do the second time', async () => {
  const environment = { DATABASE_URL: database.url, CARDWRIGHT_DATA_DIR: join(folder, 'data') };
  const first = await runCommand(['migrate'], environment);
  const [name] = first.stdout.split('\n');
  expect([first.code, name]).toEqual([0, '0001-banks-and-access.sql']);
  expect(first.stderr).toMatch(/^\d+ migrations were applied\.\n$/);
  const second = await runCommand(['migrate', '--json'], environment);
  expect([second.code, second.stdout]).toEqual([0, '{"applied":[]}\n']);
  const { checks } = JSON.parse((await runCommand(['doctor', '--json'], environment)).stdout);
  const status = (wanted: string) => checks.find((check: { name: string }) => check.name === wanted)?.status;
  expect(['migrations', 'partitions', 'banks'].map(status)).toEqual(['pass', 'pass', 'pass']);
});
