import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { fileFolder } from '../../server/src/testing/file-resources.ts';
import { runCommand } from '../../server/src/testing/system/command.ts';

const KEY = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const SECRET = 'at least sixteen characters';
const BANK = {
  ...{ bank_id: 'ACME', bank_code: '042', name: 'Acme Bank', country: 'AE', currency: 'AED', time_zone: 'Asia/Dubai' },
  products: [],
  decision_partner: { url: 'https://core.acme.example/decide?key=hidden', keys: [KEY] },
};
const CORE = { client_id: 'core', kind: 'bank', bank_id: 'ACME', scopes: ['cards:read'], secret: SECRET };
const NETWORK = { client_id: 'network', kind: 'network', scopes: ['authorizations:write'], secret: SECRET };
const ACQUIRER = { acquirer_id: 'ACME', name: 'Acme', screening: { url: 'https://lists.example', token: SECRET } };
const FILE = { banks: [BANK], acquirers: [ACQUIRER], oauth_clients: [CORE, NETWORK] };
let configFile: string;
const folder = fileFolder();
beforeAll(async () => {
  configFile = join(folder, 'banks.json');
  await mkdir(join(folder, 'banks', 'ACME'), { recursive: true });
  await mkdir(join(folder, 'banks', 'acquirer-ACME'));
});
beforeEach(() => writeFile(configFile, JSON.stringify(FILE)));

const run = (command: string, ...args: string[]) =>
  runCommand([command, join(folder, 'banks'), '--config-file', configFile, ...args], {});
const stored = async () => JSON.parse(await readFile(configFile, 'utf8'));
const write = (owner: string, deployment: object) =>
  writeFile(join(folder, 'banks', owner, 'deployment.yaml'), stringify({ deployment }));

const PARTNER = {
  host: 'core.acme.example',
  ask: 'would_approve',
  deadline_ms: 500,
  approve_up_to: '0',
  per_day: null,
};
const CALLER = { client_id: 'core', scopes: ['cards:read'], approver: false, person: null };
const SCREENING = { url: 'https://lists.example', timeout_ms: 10_000, attempts: 5 };

it('partner, scopes and screening of all folders are written into the configuration file, and nothing else changes', async () => {
  await write('ACME', { partner: PARTNER, callers: [CALLER] });
  await write('acquirer-ACME', { screening: SCREENING });
  expect(await run('plan', '--exit-code')).toMatchObject({ code: 0, stderr: `No differences in ${configFile}\n` });

  await chmod(configFile, 0o640);
  const scopes = ['cards:read', 'cards:write'];
  await write('ACME', {
    partner: { ...PARTNER, approve_up_to: '50.00', per_day: '150.00' },
    callers: [{ ...CALLER, scopes, approver: true, person: 'https://id.example#7' }],
  });
  await write('acquirer-ACME', { screening: { ...SCREENING, attempts: 3 } });
  const changes = `~ configuration file, ACME: change
    deployment.partner.approve_up_to: "0" -> "50.00"
    deployment.partner.per_day: "150.00"
    deployment.callers[core].scopes: ["cards:read"] -> ["cards:read","cards:write"]
    deployment.callers[core].approver: false -> true
    deployment.callers[core].person: "https://id.example#7"
! no promise of the bank is held against a change of its decision partner
~ configuration file, acquirer-ACME: change
    deployment.screening.attempts: 5 -> 3
`;
  const plan = join(folder, 'plan.json');
  expect(await run('plan', '--exit-code', '--out', plan)).toMatchObject({ code: 2, stdout: changes });
  expect(await run('apply', '--plan', plan)).toMatchObject({ code: 0, stdout: changes });
  expect(await stored()).toEqual({
    banks: [
      {
        ...BANK,
        decision_partner: {
          ...BANK.decision_partner,
          ...{ ask: 'would_approve', deadline_ms: 500, stand_in: { approve_up_to: '50.00', per_day: '150.00' } },
        },
      },
    ],
    acquirers: [{ ...ACQUIRER, screening: { ...ACQUIRER.screening, timeout_ms: 10_000, attempts: 3 } }],
    oauth_clients: [{ ...CORE, scopes, approver: true, person: 'https://id.example#7' }, NETWORK],
  });
  expect((await stat(configFile)).mode & 0o777).toBe(0o640);
  expect(await run('apply')).toMatchObject({ code: 0, stderr: `No differences in ${configFile}\n` });

  await write('acquirer-ACME', { screening: { ...SCREENING, attempts: 4 } });
  const moved = await run('apply', '--plan', plan);
  expect([moved.code, moved.stderr]).toEqual([2, expect.stringContaining('has changed since the plan. Plan again')]);
});

it('secrets and their addresses are changed only in the file itself: a difference in them is refused, and nothing is written', async () => {
  await write('ACME', {
    partner: { ...PARTNER, host: 'other.example' },
    callers: [{ ...CALLER, client_id: 'new' }],
  });
  await write('acquirer-ACME', { screening: { ...SCREENING, url: 'https://other.example' } });
  const refusals = [
    'ACME: deployment.partner.host: change the url in the configuration file',
    'ACME: deployment.callers[new]: add the caller with its secret or keys to the configuration file',
    'ACME: deployment.callers[core]: a caller is disabled, and not removed: docs/operate/banks.md',
    'acquirer-ACME: deployment.screening.url: change the url in the configuration file',
  ];
  expect((await run('plan')).stdout).toContain(refusals.map((line) => `! ${line}\n`).join(''));
  const { code, stderr } = await run('apply');
  expect(code).toBe(2);
  for (const refusal of refusals) expect(stderr).toContain(refusal);
  expect(await stored()).toEqual(FILE);
});

it('a file that would prevent a server from starting is not written, and a link to the file stays a link', async () => {
  await rm(join(folder, 'banks', 'acquirer-ACME', 'deployment.yaml'), { force: true });
  await write('ACME', { callers: [{ ...CALLER, scopes: ['cards:fly'] }] });
  const { code, stderr } = await run('apply');
  expect([code, stderr]).toEqual([1, expect.stringContaining('oauth_clients[0].scopes[0]')]);
  expect(await stored()).toEqual(FILE);

  await write('ACME', { partner: null });
  const link = join(folder, 'link.json');
  await symlink(configFile, link);
  const applied = await runCommand(['apply', join(folder, 'banks'), '--config-file', link], {});
  expect(applied.code, applied.stderr).toBe(0);
  const { decision_partner: _, ...withoutPartner } = BANK;
  expect(await stored()).toEqual({ ...FILE, banks: [withoutPartner] });
});
