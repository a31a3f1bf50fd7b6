import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enterUserCode, startIdentityProvider } from '../../../server/src/testing/callers/oidc-provider.ts';
import { fileResource } from '../../../server/src/testing/file-resources.ts';
import { type CommandResult, runCommand, startCommand } from '../../../server/src/testing/system/command.ts';
import { cleanUp, dataFolder, type ServerProcess } from '../../../server/src/testing/system/server-process.ts';
import { startSandbox } from '../../../server/src/testing/system/start-sandbox.ts';
import { WITHIN } from '../../../server/src/testing/within.ts';

const folder = dataFolder();
let server: ServerProcess;
let home: string;

const identity = fileResource(() => startIdentityProvider());
beforeAll(async () => {
  await identity.control({ account: { sub: 'amina', name: 'Amina Saleh' } });
  home = await mkdtemp(join(tmpdir(), 'cardwright-home-'));
  const issuer = { issuer: identity.issuer, jwks_url: `${identity.issuer}/jwks`, audience: 'cardwright', kind: 'bank' };
  server = await startSandbox({
    CARDWRIGHT_DATA_DIR: folder,
    CARDWRIGHT_TRUSTED_ISSUERS: JSON.stringify([{ ...issuer, banks: ['DEMO'] }]),
  });
});
afterAll(async () => {
  await cleanUp([server], folder);
  await rm(home, { recursive: true, force: true });
});

const run = (...args: string[]) => runCommand(args, { XDG_CONFIG_HOME: home });

/** Runs `login --device` while the person enters the code in a browser. */
async function logIn(account: string, ...more: string[]): Promise<CommandResult> {
  const where = ['--url', server.url, '--device', '--issuer', identity.issuer, '--client-id', 'command-line'];
  const scope = ['--scope', 'openid offline_access accounts:read clients:read'];
  const started = startCommand(['login', ...where, ...scope, ...more], { XDG_CONFIG_HOME: home });
  let output = '';
  started.child.stderr?.on('data', (text: string) => {
    output += text;
  });
  await vi.waitUntil(() => /^or open \S+\n/m.test(output) || started.child.exitCode !== null, WITHIN);
  const address = /^or open (\S+)\n/m.exec(output)?.[1];
  if (address !== undefined) await enterUserCode(address, account);
  return await started.ended;
}

async function storedPerson(name: string) {
  const { profiles } = JSON.parse(await readFile(join(home, 'cardwright', 'profiles.json'), 'utf8'));
  return profiles[name]?.person;
}

describe('a person who signs in with a device code', () => {
  it('calls under their own name, within the scopes that the provider granted', async () => {
    const { code, stdout, stderr } = await logIn('amina', '--profile', 'amina');
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Open \S+\/device in a browser/),
    });
    expect(stdout).toMatch(/^Logged in to http:\S+ as amina of bank DEMO\.\nScopes: accounts:read, clients:read\n/);
    const account = await run('get', 'account', '001000000001', '--json');
    expect([account.code, JSON.parse(account.stdout).balances[0].currency]).toEqual([0, 'AED']);
    expect(await run('get', 'settings', '001000000001')).toMatchObject({ code: 3, stdout: '' });
    expect((await run('profiles')).stdout).toMatch(/^\* {2}amina +http:\S+ +command-line +sign-in$/m);
  });

  it('remains signed in when an access token expires, because a new one is obtained and stored', async () => {
    const path = join(home, 'cardwright', 'profiles.json');
    const before = await storedPerson('amina');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(before.expires_at, '2026-01-01T00:00:00.000Z'), { mode: 0o600 });
    expect(await run('get', 'account', '001000000001')).toMatchObject({ code: 0 });
    const after = await storedPerson('amina');
    expect(after.access_token).not.toBe(before.access_token);
    expect(after.refresh_token).not.toBe(before.refresh_token);
    expect(Date.parse(after.expires_at)).toBeGreaterThan(Date.now());
  });

  it("gets an error if the gateway refuses the provider's token, and nothing is stored", async () => {
    const { code, stdout, stderr } = await logIn(
      'amina',
      '--profile',
      'x',
      '--parameter',
      'resource=https://other.example',
    );
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toContain(`the gateway does not accept the access token of ${identity.issuer}`);
    expect(await storedPerson('x')).toBeUndefined();
  });

  it('gets an error that the provider returned', async () => {
    const { code, stderr } = await logIn('amina', '--client-id', 'nobody');
    expect([code, stderr]).toEqual([5, expect.stringContaining('invalid_client')]);
  });

  it('has no session after logout, neither in the profile nor at the provider', async () => {
    const { refresh_token } = await storedPerson('amina');
    expect(await run('logout', '--profile', 'amina')).toMatchObject({ code: 0, stderr: '' });
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token, client_id: 'command-line' });
    const answer = await fetch(`${identity.issuer}/token`, { method: 'POST', body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  });
});
