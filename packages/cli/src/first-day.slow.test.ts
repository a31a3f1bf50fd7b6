import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../server/src/testing/database/test-database.ts';
import { fileResource } from '../../server/src/testing/file-resources.ts';
import { runCommand } from '../../server/src/testing/system/command.ts';
import {
  cleanUp,
  dataFolder,
  type ServerProcess,
  startServer,
} from '../../server/src/testing/system/server-process.ts';

let folder: string;
const servers: ServerProcess[] = [];
beforeAll(() => {
  folder = dataFolder();
});
const database = fileResource(() => testDatabase({ from: 'empty' }));
const another = fileResource(() => testDatabase({ from: 'empty' }));
afterAll(async () => {
  await cleanUp(servers, folder);
});

it('migrate creates the tables of an empty database, and changes nothing on a second run', async () => {
  const environment = { DATABASE_URL: database.url, CARDWRIGHT_DATA_DIR: join(folder, 'data') };
  const first = await runCommand(['migrate'], environment);
  const [name] = first.stdout.split('\n');
  expect([first.code, name]).toEqual([0, '0001-vault.sql']);
  expect(first.stderr).toMatch(/^\d+ migrations applied\.\n$/);
  const second = await runCommand(['migrate', '--json'], environment);
  expect([second.code, second.stdout]).toEqual([0, '{"applied":[]}\n']);
  const { checks } = JSON.parse((await runCommand(['doctor', '--json'], environment)).stdout);
  const status = (name: string) => checks.find((check: { name: string }) => check.name === name)?.status;
  expect(['migrations', 'partitions', 'banks'].map(status)).toEqual(['pass', 'pass', 'pass']);
});

const options = () => [
  ...['--public-url', 'https://cards.example.com', '--database-url', another.url, '--trust-database-network'],
  ...['--bank-id', 'ACME', '--bank-code', '042', '--bank-name', 'Acme Bank', '--country', 'AE', '--currency', 'AED'],
  ...['--time-zone', 'Asia/Dubai', '--bin', '45000100', '--data-dir', join(folder, 'of-acme')],
];

it('init writes the files with which a production server starts, for its owner only, and prints the next commands', async () => {
  const etc = join(folder, 'etc');
  const created = await runCommand(['init', etc, '--json', ...options()]);
  const { files, checks, next } = JSON.parse(created.stdout);
  const names = checks.map(({ name, status }: { name: string; status: string }) => `${status} ${name}`);
  // The test database runs without these settings.
  const lacking = ['fsync', 'full_page_writes', 'synchronous_commit'].map((name) => `fail ${name}`);
  expect(names.filter((name: string) => name.startsWith('fail ') && !lacking.includes(name))).toEqual([]);
  expect(next).toContain('cardwright migrate');
  const paths = ['keys.json', 'banks.json', 'cardwright.env'].map((name) => join(etc, name));
  expect(Object.values(files)).toEqual(paths);
  expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
  const { oauth_clients: callers } = JSON.parse(readFileSync(files.configuration, 'utf8'));
  for (const { secret } of callers) expect(created.stdout + created.stderr).not.toContain(secret);

  const lines = readFileSync(files.environment, 'utf8').split('\n');
  const pairs = lines.flatMap((line) =>
    [/^([A-Z_]+)='?(.*?)'?$/.exec(line)?.slice(1) ?? []].filter(({ length }) => length > 0),
  );
  const environment: Record<string, string> = {
    ...Object.fromEntries(pairs),
    PORT: '0',
    CARDWRIGHT_OPERATOR_PORT: '0',
  };
  expect((await runCommand(['migrate'], environment)).code).toBe(0);
  const server = await startServer(environment);
  servers.push(server);
  const [core] = callers;
  const answer = await fetch(`${server.url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${core.client_id}:${core.secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const clients = await fetch(`${server.url}/V2/clients`, { headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, clients.status]).toEqual([200, 200]);

  const again = await runCommand(['init', etc, ...options()]);
  expect([again.code, again.stderr]).toEqual([
    1,
    `cardwright: ${join(etc, 'keys.json')} already exists: choose another folder\n`,
  ]);
});

it('init reports a missing or invalid flag to a program, and writes nothing', async () => {
  const etc = join(folder, 'nothing');
  const missing = await runCommand(['init', etc, '--public-url', 'https://cards.example.com']);
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining('specify --database-url: a URL that begins with postgres://'),
  ]);
  const wrong = await runCommand(['init', etc, ...options(), '--time-zone', 'Dubai']);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('--time-zone must be a time zone such as Asia/Dubai'),
  ]);
  expect(() => statSync(etc)).toThrow('ENOENT');
});
