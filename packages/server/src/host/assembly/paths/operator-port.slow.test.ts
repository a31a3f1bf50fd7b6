import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database/test-database.ts';
import { freePort } from '../../../testing/system/installed-haproxy.ts';
import {
  cleanUp,
  dataFolder,
  runServer,
  type ServerProcess,
  startServer,
} from '../../../testing/system/server-process.ts';
import { WITHIN } from '../../../testing/within.ts';

const DOCS_AND_METRICS = /^docs and metrics: (\S+)$/m;

let folder: string;
let database: TestDatabase;
let servers: ServerProcess[];
let production: Record<string, string>;
beforeEach(async () => {
  folder = dataFolder();
  servers = [];
  database = await testDatabase({ from: 'empty' });
  const key = () => randomBytes(32).toString('base64');
  const keyFile = join(folder, 'keys.json');
  await writeFile(keyFile, JSON.stringify({ master: key(), lookup: key() }), { mode: 0o600 });
  production = {
    CARDWRIGHT_MODE: 'production',
    CARDWRIGHT_DATA_DIR: folder,
    CARDWRIGHT_KEY_FILE: keyFile,
    CARDWRIGHT_TRUST_DATABASE_NETWORK: 'true',
    CARDWRIGHT_DRAIN_MS: '0',
    DATABASE_URL: database.url,
  };
});
afterEach(async () => {
  await cleanUp(servers, folder);
  await database.close();
});

const statusesAt = (url: string) =>
  Promise.all(['/docs', '/openapi.json', '/metrics', '/healthz'].map(async (path) => (await fetch(url + path)).status));

it('production serves documentation and metrics on a separate port, which a second server must configure too', async () => {
  const port = String(await freePort());
  const server = await startServer({ ...production, CARDWRIGHT_OPERATOR_PORT: port });
  servers.push(server);
  expect(await statusesAt(server.url)).toEqual([404, 404, 404, 200]);
  expect(await statusesAt(`http://127.0.0.1:${port}`)).toEqual([200, 200, 200, 404]);
  expect(server.output.join('')).toContain(`docs and metrics: http://127.0.0.1:${port}\n`);

  const second = await runServer({ ...production, CARDWRIGHT_OPERATOR_PORT: port });
  expect(second.code).toBe(1);
  expect(second.output).toContain(`address already in use 127.0.0.1:${port}`);
  expect(second.output).toContain('Set CARDWRIGHT_OPERATOR_PORT to another port for /docs, /openapi.json and /metrics');
  expect(second.output).not.toContain('ready http');

  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});

it('production serves them next to the interface if the setting allows it', async () => {
  const server = await startServer({ ...production, CARDWRIGHT_OPERATOR_PATHS: 'open' });
  servers.push(server);
  expect(await statusesAt(server.url)).toEqual([200, 200, 200, 200]);
  expect(server.output.join('')).not.toContain('docs and metrics:');
});

it('several servers of one machine start without a setting, each with its own port for them', async () => {
  const addresses: string[] = [];
  for (let server = 0; server < 2; server++) {
    const started = await startServer({ ...production, CARDWRIGHT_OPERATOR_PORT: '' });
    servers.push(started);
    await vi.waitUntil(() => DOCS_AND_METRICS.test(started.output.join('')), WITHIN);
    addresses.push(DOCS_AND_METRICS.exec(started.output.join(''))?.[1] ?? '');
  }
  expect(new Set(addresses).size).toBe(2);
  for (const address of addresses) expect(await statusesAt(address)).toEqual([200, 200, 200, 404]);
});
