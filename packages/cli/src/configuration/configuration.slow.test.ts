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
  expect((await run('plan', world.files, '--days', '2')).stderr).toContain('Replay under the rules and lists: ');
  expect(effect.effects).toEqual([
    { of: 'the rules and lists', result: { decisions: expect.any(Number), changed: 0, by_rule: [] } },
  ]);
  await promise('ARCADES', { field: 'mcc', op: 'eq', value: '7994' });
  const broken = await plan();
  expect(broken.stdout).toMatch(
    /^! promise ARCADES: rules never decline these payments; the plan breaks it\n {4}example, \S+: mcc 7994, games false before the plan$/m,
  );
  expect(JSON.parse((await plan('--json')).stdout).promises).toMatchObject([{ name: 'ARCADES', state: 'BROKEN' }]);
  await run('call', 'rules.delete-promise', 'name=ARCADES', 'reason=Done');
  const [request] = JSON.parse((await run('call', 'change-requests.list-change-requests')).stdout).items;
  await as(
    'demo-checker',
    'call',
    'change-requests.approve-change-request',
    `change_request_id=${request.change_request_id}`,
  );

  await run('call', 'merchant-lists.replace-list', 'name=games', '-f', await listFile(['5411']));
  const moved = await run('apply', world.files, '--plan', out);
  expect([moved.code, moved.stderr]).toEqual([3, expect.stringContaining('421')]);
  const applied = await run('apply', world.files, '--reason', 'Release 7');
  expect([applied.code, applied.stderr]).toEqual([0, '2 changes made in DEMO\n']);
  expect((await run('apply', world.files)).stderr).toContain('0 changes made in DEMO\n1 difference remains');

  await vi.waitUntil(async () => (await as('demo-checker', 'rules', 'approve', 'NO_GAMES')).code === 0, WITHIN);
  expect(await plan()).toMatchObject({ code: 0, stderr: 'No differences in DEMO\n' });

  await write('games.yaml', GAMES.replace('"7994"', '"7994", "7995"'));
  const submitted = await run('apply', world.files, '--reason', 'Casinos too');
  expect([submitted.code, submitted.stdout]).toEqual([
    0,
    expect.stringMatching(/^Change request \S+: .* \(list\.change\)\n$/),
  ]);
  expect((await plan()).stdout).toContain('needs a second person (list.change)');
  await write('games.yaml', GAMES.replace('"57"', '"05"'));
  const changed = await run('plan', world.files, '--days', '60');
  expect(changed.stdout).toContain('    effect: "57" -> "05"\n');
  expect(changed.stdout).toMatch(/Effect of the rules: \d+ of \d+ past decisions would have been different\n/);
});

it('a plan names the differences of a program that a replay cannot compute', async () => {
  const limits = ['{ id: A_DAY, level: card', '{ id: JEWELS, level: bank', '{ id: ALL, level: program'];
  const terms = 'measure: count, window: { calendar: day }, max: "500" }';
  const program = `programs:\n  - product_code: CREDIT-GOLD\n    provisioning: { tokensOfCard: 3 }\n    limits:\n`;
  await write('gold.yaml', program + limits.map((limit) => `      - ${limit}, ${terms}\n`).join(''));
  const exclusions = ['provisioning', 'limit JEWELS of level bank', 'limit ALL of level program'];
  const { effects } = JSON.parse((await run('plan', world.files, '--json', '--days', '2')).stdout);
  const ofGold = effects.find((effect: { of: string }) => effect.of === 'program CREDIT-GOLD');
  expect(ofGold).toMatchObject({ result: { changed: 0 }, exclusions });
  expect((await run('plan', world.files, '--days', '2')).stdout).toContain(
    `    not replayed, so the effect is not known: ${exclusions.join(', ')}\n`,
  );
  await rm(join(world.files, 'DEMO', 'gold.yaml'));
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
  const literal = hook.replace(/\$\{\w+\}/, 'the secret itself');
  await write('hooks.yaml', literal);
  const refused = await plan();
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('client_secret of http://127.0.0.1:9/configured must be the name of a variable'),
  ]);
  expect(refused.stderr).not.toContain('the secret itself');
  const schema = JSON.parse(await readFile(join(world.files, 'configuration.schema.json'), 'utf8'));
  const validate = new Ajv2020({ strict: false }).compile(schema);
  expect([validate(parse(hook)), validate(parse(literal))]).toEqual([true, false]);
  await write('hooks.yaml', hook);
  const deployment = await readFile(join(world.files, 'DEMO', 'deployment.yaml'), 'utf8');
  await write('deployment.yaml', deployment.replace('approver: true', 'approver: false'));
  const planned = await plan();
  expect([planned.code, planned.stdout]).toEqual([
    2,
    `! configuration file of the deployment: remains. Its operator runs: cardwright apply ${world.files} --config-file FILE\n` +
      '    deployment.callers[demo-checker].approver: true -> false\n',
  ]);
  expect(await run('apply', world.files)).toMatchObject({
    code: 0,
    stderr: `0 changes made in DEMO\n1 difference remains in the configuration file. Its operator runs: cardwright apply ${world.files} --config-file FILE\n`,
  });
  await write('deployment.yaml', deployment.replace('approver: true', 'approvers: true'));
  expect((await plan()).stderr).toMatch(/deployment\.callers\[\d\]\.approvers is not a member/);
});

it('a member of a deployment that the client may not read is reported as not compared', async () => {
  const root = join(world.files, 'unread');
  await run('pull', root);
  const folder = join(root, 'DEMO');
  for (const file of await readdir(folder)) if (file !== 'deployment.yaml') await rm(join(folder, file));
  const planned = await as('demo-checker', 'plan', root, '--days', '0');
  expect([planned.code, planned.stdout]).toEqual([0, '']);
  expect(planned.stderr).toBe(
    'No differences in DEMO\n' +
      'deployment.partner is not compared: the client needs the scope authorizations:read\n' +
      'deployment.callers is not compared: the client needs the scope people:read\n',
  );
});

it('faults are reported with their file or their path, and --exit-code gives 1', async () => {
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

it('an acquirer has a folder of its own with its rules for onboarding', async () => {
  const of = (...args: string[]) => as('demo-acquirer', args[0] ?? '', world.files, ...args.slice(1));
  expect(await of('pull')).toMatchObject({ code: 0, stderr: '' });
  const file = join(world.files, 'acquirer-DEMO', 'onboarding_rules.yaml');
  const text = await readFile(file, 'utf8');
  expect(parse(text)).toEqual({ onboarding_rules: { restricted_mccs: ['7995', '7801-7802'] } });
  expect(await of('plan', '--exit-code')).toMatchObject({ code: 0, stderr: 'No differences in acquirer-DEMO\n' });
  const out = join(world.files, 'onboarding.json');
  await writeFile(file, `${text}  deny_list_threshold: 0.9\n`);
  expect(await of('plan', '--exit-code', '--out', out)).toMatchObject({
    code: 2,
    stdout: '~ onboarding rules DEMO: change\n    deny_list_threshold: "0.9"\n',
  });
  expect(await of('apply', '--plan', out, '--reason', 'Fewer hits')).toMatchObject({
    code: 0,
    stderr: '1 change made in acquirer-DEMO\n',
  });
  expect((await of('apply', '--plan', out)).stderr).toBe('0 changes made in acquirer-DEMO\n');
  await writeFile(file, text);
  const moved = await of('apply', '--plan', out);
  expect([moved.code, moved.stderr]).toEqual([2, expect.stringContaining('the folder has changed since the plan')]);
  await writeFile(join(world.files, 'DEMO', 'foreign.yaml'), text);
  expect((await plan()).stderr).toContain('onboarding_rules is a section of an acquirer');
  await rm(join(world.files, 'DEMO', 'foreign.yaml'));
});

async function promise(name: string, condition: object): Promise<void> {
  const file = join(world.files, 'promise.json');
  await writeFile(file, JSON.stringify({ condition, outcome: 'NEVER_DECLINED', reason: 'Arcades are fun' }));
  expect(await run('call', 'rules.replace-promise', `name=${name}`, '-f', file)).toMatchObject({ code: 0 });
}

async function listFile(entries: string[]): Promise<string> {
  const file = join(world.files, 'list.json');
  await writeFile(file, JSON.stringify({ kind: 'mcc', entries }));
  return file;
}
