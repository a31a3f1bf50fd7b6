import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { WITHIN } from '../../../server/src/testing/within.ts';
import { commandWorld } from '../testing/command-world.ts';

const world = commandWorld('configuration', { HOOK_SECRET: 'the secret of the token server' });

const { as, run } = world;
const plan = (...args: string[]) => run('plan', world.files, '--days', '0', '--exit-code', ...args);
const write = (name: string, text: string) => writeFile(join(world.files, 'DEMO', name), text);

const GAMES = `
merchant_lists:
  - { name: games, kind: mcc, entries: ["7994"] }
rules:
  - name: NO_GAMES
    effect: "57"
    description: No games of chance
    condition: { field: mcc, op: inList, value: games }
`;

it('a bank is pulled, planned, applied and approved, and drift is detected', async () => {
  const pulled = await run('pull', world.files);
  expect([pulled.code, pulled.stderr]).toEqual([0, '']);
  const files = await readdir(join(world.files, 'DEMO'));
  expect(files).toEqual(expect.arrayContaining(['deployment.yaml', 'merchant_lists.yaml', 'programs.yaml']));
  expect(await plan()).toMatchObject({ code: 0, stderr: 'No differences in DEMO\n' });

  const validate = new Ajv2020({ strict: false }).compile(
    JSON.parse(await readFile(join(world.files, 'configuration.schema.json'), 'utf8')),
  );
  for (const file of files) {
    const text = await readFile(join(world.files, 'DEMO', file), 'utf8');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\.\/configuration\.schema\.json\n/);
    expect(validate(parse(text)), `${file}: ${JSON.stringify(validate.errors)}`).toBe(true);
  }
  expect(validate({ rules: [{ name: 'A1', effect: '57', condition: {}, colour: 'red' }] })).toBe(false);

  await write('games.yaml', GAMES);
  const out = join(world.files, 'plan.json');
  const planned = await plan('--out', out);
  expect([planned.code, planned.stderr]).toEqual([2, '']);
  expect(planned.stdout).toContain('+ merchant list games: create\n    kind: "mcc"\n    entries: 1\n    added: 7994\n');
  expect(planned.stdout).toContain('* rule NO_GAMES: propose; another person approves it\n');
  const effect = JSON.parse((await run('plan', world.files, '--json', '--days', '2')).stdout);
  expect(effect.effects).toEqual([{ of: 'the rules', unknown: expect.stringContaining('317') }]);

  await run('call', 'merchant-lists.replace-list', 'name=games', '-f', await listFile(['5411']));
  const moved = await run('apply', world.files, '--plan', out);
  expect([moved.code, moved.stderr]).toEqual([3, expect.stringContaining('421')]);
  const applied = await run('apply', world.files, '--reason', 'Release 7');
  expect([applied.code, applied.stderr]).toEqual([0, '2 changes made in DEMO\n']);
  expect((await run('apply', world.files)).stderr).toContain('0 changes made in DEMO\n1 differences remain');

  await vi.waitUntil(async () => (await as('demo-checker', 'rules', 'approve', 'NO_GAMES')).code === 0, WITHIN);
  expect(await plan()).toMatchObject({ code: 0, stderr: 'No differences in DEMO\n' });

  await write('games.yaml', GAMES.replace('"7994"', '"7994", "7995"'));
  const asked = await run('apply', world.files, '--reason', 'Casinos too');
  expect([asked.code, asked.stdout]).toEqual([0, expect.stringMatching(/^Change request \S+: .* \(list\.change\)\n$/)]);
  expect((await plan()).stdout).toContain('needs a second person (list.change)');
  await write('games.yaml', GAMES.replace('"57"', '"05"'));
  const changed = await run('plan', world.files, '--days', '60');
  expect(changed.stdout).toContain('    effect: "57" -> "05"\n');
  expect(changed.stdout).toMatch(/Effect of the rules: \d+ of \d+ past decisions would have been different\n/);
});

it('an endpoint gets its secret from the environment, and a deployment is only compared', async () => {
  await write('games.yaml', GAMES);
  await rm(join(world.files, 'DEMO', 'webhook_endpoints.yaml'), { force: true });
  const hook = `webhook_endpoints:\n  - url: http://127.0.0.1:9/configured\n    oauth: { token_url: "http://127.0.0.1:9/token", client_id: gateway, client_secret: "\${HOOK_SECRET}" }\n`;
  await write('hooks.yaml', hook);
  expect((await run('apply', world.files)).code).toBe(0);
  expect(await plan()).toMatchObject({ code: 0 });
  await write('hooks.yaml', hook.replace('HOOK_SECRET', 'NO_SUCH_VARIABLE'));
  expect((await plan()).stderr).toContain('needs the variable NO_SUCH_VARIABLE');
  await write('hooks.yaml', hook);
  const deployment = await readFile(join(world.files, 'DEMO', 'deployment.yaml'), 'utf8');
  await write('deployment.yaml', deployment.replace('approver: true', 'approver: false'));
  const planned = await plan();
  expect([planned.code, planned.stdout]).toEqual([
    2,
    '! configuration file of the deployment: only its operator can change it\n' +
      '    deployment.callers[demo-checker].approver: true -> false\n',
  ]);
});

it('faults are reported with their file or their place, as code 1 of --exit-code', async () => {
  await write('deployment.yaml', 'deployment: {}\n');
  await write('wrong.yaml', 'rule: []\n');
  expect(await plan()).toMatchObject({ code: 1, stderr: expect.stringContaining('wrong.yaml: rule is not a section') });
  await write('wrong.yaml', 'rules: [\n');
  expect((await plan()).code).toBe(1);
  await write('wrong.yaml', 'programs:\n  - { product_code: NOWHERE }\n');
  expect(await plan()).toMatchObject({ code: 1, stderr: expect.stringContaining('NOWHERE') });
  await rm(join(world.files, 'DEMO', 'wrong.yaml'));
  expect((await run('plan', join(world.files, 'nowhere'))).stderr).toContain('To create it, run: cardwright pull');
});

async function listFile(entries: string[]): Promise<string> {
  const file = join(world.files, 'list.json');
  await writeFile(file, JSON.stringify({ kind: 'mcc', entries }));
  return file;
}
