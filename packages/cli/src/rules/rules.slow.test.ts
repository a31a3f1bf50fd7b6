import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CommandResult, runCommand } from '../../../server/src/testing/system/command.ts';
import {
  cleanUp,
  dataFolder,
  type ServerProcess,
  startServer,
} from '../../../server/src/testing/system/server-process.ts';
import { WITHIN } from '../../../server/src/testing/within.ts';

const folder = dataFolder();
let server: ServerProcess;
let files: string;

beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'cardwright-rules-'));
  server = await startServer({ CARDWRIGHT_DATA_DIR: folder });
});
afterAll(async () => {
  await cleanUp([server], folder);
  await rm(files, { recursive: true, force: true });
});

const as = (client: string, ...args: string[]): Promise<CommandResult> =>
  runCommand(['rules', ...args], {
    CARDWRIGHT_URL: server.url,
    CARDWRIGHT_CLIENT_ID: client,
    CARDWRIGHT_CLIENT_SECRET: `${client}-secret`,
  });
const run = (...args: string[]) => as('demo-bank', ...args);
const write = (name: string, content: unknown) =>
  writeFile(join(files, name), typeof content === 'string' ? content : JSON.stringify(content));

const LARGE = { condition: { field: 'amount', op: 'gt', value: '500.00' }, effect: '57', from: '2026-11-01T00:00:00Z' };

it('rules are stored as files, pushed as drafts, tested, proposed, approved by another caller, reported and pulled again', async () => {
  await write('LARGE_PAYMENTS.json', LARGE);
  expect(await run('push', files, '--dry-run')).toMatchObject({
    code: 0,
    stdout: 'LARGE_PAYMENTS: would be a new rule\n',
  });
  expect((await run('push', files)).stdout).toBe('LARGE_PAYMENTS: draft 1, a new rule\n');
  expect((await run('push', files)).stdout).toBe('LARGE_PAYMENTS: unchanged\n');
  expect((await run('shadow', 'LARGE_PAYMENTS')).stdout).toBe('LARGE_PAYMENTS: 1 SHADOW\n');
  expect((await run('report', 'LARGE_PAYMENTS')).stderr).toBe('The rule has not been evaluated yet.\n');
  expect((await run('propose', 'LARGE_PAYMENTS')).stdout).toMatch(/^LARGE_PAYMENTS: 1 PROPOSED\n/);

  const own = await run('approve', 'LARGE_PAYMENTS');
  expect([own.code, own.stderr]).toEqual([3, expect.stringContaining('420')]);
  await vi.waitUntil(async () => (await as('demo-checker', 'approve', 'LARGE_PAYMENTS', '1')).code === 0, WITHIN);
  expect((await run('list', '--state', 'LIVE')).stdout).toContain('LARGE_PAYMENTS  1 LIVE    57');

  await write('LARGE_PAYMENTS.json', { ...LARGE, effect: '05' });
  expect((await run('push', files)).stdout).toBe('LARGE_PAYMENTS: draft 2, a new version\n');
  await rm(join(files, 'LARGE_PAYMENTS.json'));
  expect((await run('pull', files)).code).toBe(0);
  expect(await readdir(files)).toEqual(['LARGE_PAYMENTS.json']);
  expect(JSON.parse(await readFile(join(files, 'LARGE_PAYMENTS.json'), 'utf8'))).toEqual({
    ...{ condition: LARGE.condition, effect: '05', from: '2026-11-01T00:00:00.000Z' },
  });
  expect((await run('retire', 'LARGE_PAYMENTS', '--reason', 'Nobody pays that much')).stdout).toContain('2 RETIRED');
  expect((await run('list')).stdout).toMatch(/LARGE_PAYMENTS {2}2 RETIRED, 1 LIVE .* Nobody pays that much\n/);
});

it('findings are reported before a request is sent, or by the gateway with their paths', async () => {
  await write('small.json', LARGE);
  await write('BROKEN.json', '[');
  const refused = await run('push', files);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    'cardwright: BROKEN.json: the content must be a JSON object\nsmall.json: the name of a rule must have 2 to 24 capital letters, digits and underscores\n',
  ]);
  await rm(join(files, 'small.json'));
  await write('BROKEN.json', { condition: { field: 'amount', op: 'like', value: '1' }, effect: '57' });
  const output = await run('push', files);
  expect([output.code, output.stderr]).toEqual([3, expect.stringContaining('condition.op')]);
  expect((await run('shadow', 'NOBODYS')).code).toBe(2);
  expect((await run('list', '--state', 'ON')).stderr).toBe(
    'cardwright: --state must be one of DRAFT, SHADOW, PROPOSED, LIVE, RETIRED\n',
  );
});
