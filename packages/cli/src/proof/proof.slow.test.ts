import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cardwright } from '@cardwright/sdk';
import { expect, it, vi } from 'vitest';
import { WITHIN } from '../../../server/src/testing/within.ts';
import { commandWorld } from '../testing/command-world.ts';

const world = commandWorld('proof');

const { run } = world;

it('proof gets the proof of a decision, and its exit code states whether a proof in a file is valid', async () => {
  const triggered = await run('trigger', 'authorization.declined');
  expect([triggered.code, triggered.stderr]).toEqual([0, '']);
  const client = new Cardwright({ baseUrl: world.server.url, clientId: 'demo-bank', clientSecret: 'demo-bank-secret' });
  const reference = await vi.waitFor(async () => {
    const { items } = await client.authorizations.list({ limit: 1, state: 'DECLINED' });
    return String(items[0]!.retrieval_reference_number);
  }, WITHIN);

  expect(await run('proof')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'cardwright: specify the reference of a decision, a proof file, or --since\n',
  });
  const file = join(world.files, 'proof.json');
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
