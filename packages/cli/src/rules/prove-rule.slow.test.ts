import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cardwright, type CardwrightError } from '@cardwright/sdk';
import { expect, it } from 'vitest';
import { commandWorld } from '../testing/command-world.ts';

const world = commandWorld('prove');

const prove = (file: string, ...options: string[]) =>
  world.run('rules', 'prove', join(world.files, file), '--limit', '30000', ...options);
const write = async (name: string, content: unknown) => {
  await writeFile(join(world.files, name), JSON.stringify(content));
  return join(world.files, name);
};
const test = (field: string, op: string, value: unknown) => ({ field, op, value });

it('the exit code of rules prove states whether a rule can work and keeps its promises', async () => {
  await write('GAMBLING.json', { condition: test('mcc', 'eq', '7995'), effect: '57', description: 'Gambling' });
  const sound = await prove('GAMBLING.json');
  expect([sound.code, sound.stderr]).toEqual([0, '']);
  expect(sound.stdout).toContain('refuted: matches nothing\n  example, ');

  await write('NEVER.json', {
    condition: { all: [test('mcc', 'eq', '1'.repeat(4)), test('mcc', 'gt', '5000')] },
    effect: '57',
  });
  const never = await prove('NEVER.json');
  expect([never.code, never.stdout]).toEqual([1, expect.stringContaining('FAULT: no message can meet the rule')]);

  const tuition = [{ name: 'TUITION', condition: test('mcc', 'prefix', '82'), outcome: 'NEVER_DECLINED' }];
  const promises = await write('promises.json', tuition);
  expect((await prove('GAMBLING.json', '--promises', promises)).code).toBe(0);
  await write('LARGE.json', { condition: test('amount', 'gt', '500'), effect: '57' });
  const broken = await prove('LARGE.json', '--promises', promises, '--json');
  expect([broken.code, JSON.parse(broken.stdout).faults]).toEqual([1, ['promise TUITION: broken']]);

  // The bank stores a promise.
  const bank = new Cardwright({ baseUrl: world.server.url, clientId: 'demo-bank', clientSecret: 'demo-bank-secret' });
  const { name, ...schools } = { name: 'SCHOOLS', condition: test('mcc', 'eq', '8211'), outcome: 'NEVER_DECLINED' };
  await bank.rules.replacePromise(name, { ...schools, reason: 'They are paid late' } as never);
  expect((await prove('GAMBLING.json')).code).toBe(0);
  const breaks = await prove('LARGE.json');
  expect([breaks.code, breaks.stdout]).toEqual([1, expect.stringContaining('FAULT: promise SCHOOLS: broken')]);
  const waiting = await bank.rules.deletePromise(name, { reason: 'Done' }).catch((error: unknown) => error);
  const { changeRequest } = waiting as CardwrightError;
  const checker = new Cardwright({
    ...{ baseUrl: world.server.url, clientId: 'demo-checker', clientSecret: 'demo-checker-secret' },
  });
  await checker.changeRequests.approve(String(changeRequest?.change_request_id), {});

  // The analysis covers the whole decision at an account.
  const off = await write('off.json', { cardSettings: { masterStatus: 'OFF' } });
  const there = await prove('GAMBLING.json', '--account', '001000000001');
  expect([there.code, there.stderr]).toEqual([0, '']);
  expect(there.stdout).toContain('with the change GAMBLING');
  const covered = await prove('GAMBLING.json', '--account', '001000000001', '--proposal', off);
  expect([covered.code, covered.stdout]).toEqual([1, expect.stringContaining('FAULT: other parts of the decision')]);
  expect((await prove('GAMBLING.json', '--proposal', off)).code).toBe(2);

  const compared = await prove('LARGE.json', '--expect', 'WEAKER');
  expect([compared.code, compared.stdout]).toEqual([1, expect.stringContaining('because there is none, not WEAKER')]);
  expect((await prove('LARGE.json', '--expect', 'SMALLER')).code).toBe(2);
  expect((await prove('MISSING.json')).code).toBe(2);
});
