import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startIdentityProvider } from '../callers/oidc-provider.ts';
import { fileFolder, fileResource } from '../file-resources.ts';
import { PUBLIC_URL } from '../test-server.ts';
import { makeAmina } from './amina.ts';
import { consoleWorld, fileConsole, waitUntilIdle } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

if (RUNS_BROWSER_TESTS) {
  describe('people in the console', () => {
    const identity = fileResource(() => startIdentityProvider());
    const folder = fileFolder();
    const world = fileConsole(async () => {
      const file = join(folder, 'configuration.json');
      const provider = {
        ...{ id: 'staff', name: 'Staff of Demo Bank', bank_id: 'DEMO', issuer: identity.issuer },
        ...{ client_id: 'cardwright', client_secret: 'a-secret-of-some-length', roles_claim: 'groups' },
        roles: [{ role: 'agent', values: ['support'] }],
      };
      const configuration = { banks: [], oauth_clients: [], people: { providers: [provider] } };
      await writeFile(file, JSON.stringify(configuration));
      return consoleWorld({ CARDWRIGHT_CONFIG_FILE: file });
    });
    const amina = fileResource(() => makeAmina(world.server));

    it('sign in at their provider, return to the requested address, and are signed out there too', async () => {
      await identity.control({ account: { sub: 'maha', name: 'Maha Saleh', groups: ['support'] } });
      const page = await world.open();
      await page.context().addCookies([{ name: 'account', value: 'maha', url: identity.issuer }]);
      await page.goto(`${PUBLIC_URL}/console/customers/${amina.customerId}`);
      await page.getByRole('link', { name: 'Staff of Demo Bank' }).click();
      await page.getByRole('heading', { level: 1, name: 'AMINA SALEH' }).waitFor();
      expect(page.url()).toBe(`${PUBLIC_URL}/console/customers/${amina.customerId}`);
      expect((await page.context().cookies(PUBLIC_URL)).map(({ name, httpOnly }) => [name, httpOnly])).toEqual([
        ['cardwright-session', true],
      ]);
      await page.getByRole('button', { name: /Maha Saleh/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.waitForURL((url) => url.origin === identity.issuer);
      expect(await page.context().cookies(PUBLIC_URL)).toEqual([]);
    });

    it('get no access without a role, and an explanation', async () => {
      await identity.control({ account: { sub: 'guest', name: 'A Guest', groups: ['everybody'] } });
      const page = await world.open();
      await page.context().addCookies([{ name: 'account', value: 'guest', url: identity.issuer }]);
      await page.goto(`${PUBLIC_URL}/console/find`);
      await page.getByRole('link', { name: 'Staff of Demo Bank' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toContain('no role');
      expect(await page.context().cookies(PUBLIC_URL)).toEqual([]);
    });

    it('see the frame at once on a slow network, and then the requested content', async () => {
      const page = await world.openAs('layla', '/find');
      let go = () => {};
      const gate = new Promise<void>((resolve) => {
        go = resolve;
      });
      await page.route('**/V2/**', async (route) => {
        await gate;
        await route.continue();
      });
      await page.goto(`${world.url}/console/customers/${amina.customerId}`);
      await page.locator('nav a').first().waitFor();
      await page.locator('[role=status]').first().waitFor();
      expect(await page.getByRole('heading', { level: 1, name: 'AMINA SALEH' }).count()).toBe(0);
      go();
      await page.getByRole('heading', { level: 1, name: 'AMINA SALEH' }).waitFor();
      await waitUntilIdle(page);
    });
  });
}
