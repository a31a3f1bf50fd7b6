import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { WITHIN } from '../../../server/src/testing/within.ts';
import { commandWorld } from '../testing/command-world.ts';

const world = commandWorld('rules');

const as = (client: string, ...args: string[]) => world.as(client, 'rules', ...args);
const run = (...args: string[]) => as('demo-bank', ...args);
const write = (name: string, content: unknown) =>
  writeFile(join(world.files, name), typeof content === 'string' ? content : JSON.stringify(content));

const LARGE = { condition: { field: 'amount', op: 'gt', value: '500.00' }, effect: '57', from: '2026-11-01T00:00:00Z' };

it('rules are stored as files, pushed as drafts, tested, proposed, approved by another caller, reported and pulled again', async () => {
  await write('LARGE_PAYMENTS.json', LARGE);
  expect(await run('push', world.files, '--dry-run')).toMatchObject({
    code: 0,
    stdout: 'LARGE_PAYMENTS: would be a new rule\n',
  });
  expect((await run('push', world.files)).stdout).toBe('LARGE_PAYMENTS: draft 1, a new rule\n');
  expect((await run('push', world.files)).stdout).toBe('LARGE_PAYMENTS: unchanged\n');
  expect((await run('shadow', 'LARGE_PAYMENTS')).stdout).toBe('LARGE_PAYMENTS: 1 SHADOW\n');
  expect((await run('report', 'LARGE_PAYMENTS')).stderr).toBe('The rule has not been evaluated yet.\n');
  expect((await run('propose', 'LARGE_PAYMENTS')).stdout).toMatch(/^LARGE_PAYMENTS: 1 PROPOSED\n/);

  const own = await run('approve', 'LARGE_PAYMENTS');
  expect([own.code, own.stderr]).toEqual([3, expect.stringContaining('420')]);
  await vi.waitUntil(async () => (await as('demo-checker', 'approve', 'LARGE_PAYMENTS', '1')).code === 0, WITHIN);
  expect((await run('list', '--state', 'LIVE')).stdout).toContain('LARGE_PAYMENTS  1 LIVE    57');

  await write('LARGE_PAYMENTS.json', { ...LARGE, effect: '05' });
  expect((await run('push', world.files)).stdout).toBe('LARGE_PAYMENTS: draft 2, a new version\n');
  await rm(join(world.files, 'LARGE_PAYMENTS.json'));
  expect((await run('pull', world.files)).code).toBe(0);
  expect(await readdir(world.files)).toEqual(['LARGE_PAYMENTS.json']);
  expect(JSON.parse(await readFile(join(world.files, 'LARGE_PAYMENTS.json'), 'utf8'))).toEqual({
    ...{ condition: LARGE.condition, effect: '05', from: '2026-11-01T00:00:00.000Z' },
  });
  expect((await run('retire', 'LARGE_PAYMENTS', '--reason', 'Nobody pays that much')).stdout).toContain('2 RETIRED');
  expect((await run('list')).stdout).toMatch(/LARGE_PAYMENTS {2}2 RETIRED, 1 LIVE .* Nobody pays that much\n/);
});

it('findings are reported before a request is sent, or by the gateway with their paths', async () => {
  await write('small.json', LARGE);
  await write('BROKEN.json', '[');
  const refused = await run('push', world.files);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    'cardwright: BROKEN.json: the content must be a JSON object\nsmall.json: the name of a rule must have 2 to 24 uppercase letters, digits and underscores\n',
  ]);
  await rm(join(world.files, 'small.json'));
  await write('BROKEN.json', { condition: { field: 'amount', op: 'like', value: '1' }, effect: '57' });
  const output = await run('push', world.files);
  expect([output.code, output.stderr]).toEqual([3, expect.stringContaining('condition.op')]);
  expect((await run('shadow', 'NOBODYS')).code).toBe(2);
  expect((await run('list', '--state', 'ON')).stderr).toBe(
    'cardwright: --state must be one of DRAFT, SHADOW, PROPOSED, LIVE, RETIRED\n',
  );
});
