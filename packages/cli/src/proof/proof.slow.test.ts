import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cardwright } from '@cardwright/sdk';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runCommand } from '../../../server/src/testing/system/command.ts';
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
  files = await mkdtemp(join(tmpdir(), 'cardwright-proof-'));
  server = await startServer({ CARDWRIGHT_DATA_DIR: folder });
});
afterAll(async () => {
  await cleanUp([server], folder);
  await rm(files, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runCommand(args, {
    CARDWRIGHT_URL: server.url,
    CARDWRIGHT_CLIENT_ID: 'demo-bank',
    CARDWRIGHT_CLIENT_SECRET: 'demo-bank-secret',
  });

it('proof gets the proof of a decision, and its exit code says whether the file holds', async () => {
  const triggered = await run('trigger', 'authorization.declined');
  expect([triggered.code, triggered.stderr]).toEqual([0, '']);
  const client = new Cardwright({ baseUrl: server.url, clientId: 'demo-bank', clientSecret: 'demo-bank-secret' });
  const reference = await vi.waitFor(async () => {
    const { items } = await client.authorizations.list({ limit: 1, state: 'DECLINED' });
    return String(items[0]!.retrieval_reference_number);
  }, WITHIN);

  const file = join(files, 'proof.json');
  const got = await run('proof', reference, '--output', file);
  expect(got).toEqual({ code: 0, stdout: '', stderr: `The proof is in ${file}.\n` });
  const text = await readFile(file, 'utf8');
  const { key } = JSON.parse(text) as { key: string };
  const verified = await run('proof', file, '--key', key);
  expect(verified.stdout).toContain('holds    DECISION: Made again on its facts, the decision is the same');
  expect(verified.stdout).toContain('unknown  INCLUSION: The decision is not in the audit log yet.');
  expect(verified.code).toBe(2);

  await writeFile(file, text.replace('"matches":1', '"matches":2'));
  const forged = await run('proof', file, '--key', key);
  expect(forged.stdout).toContain('FAILS    CONTENT: The part "facts" is not the one that the server signed');
  expect(forged.code).toBe(1);

  const unknown = await run('proof', '999999999999');
  expect(unknown.code).not.toBe(0);
  expect(unknown.stderr).toContain('311');
});
