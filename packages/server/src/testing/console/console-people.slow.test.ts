import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startIdentityProvider, type TestProvider } from '../callers/oidc-provider.ts';
import { PUBLIC_URL } from '../test-server.ts';
import { type Amina, makeAmina } from './amina.ts';
import { type ConsoleWorld, consoleWorld, waitUntilIdle } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

if (RUNS_BROWSER_TESTS) {
  describe('people in the console', () => {
    let folder: string;
    let identity: TestProvider;
    let world: ConsoleWorld;
    let amina: Amina;
    const pages: Page[] = [];
    beforeAll(async () => {
      identity = await startIdentityProvider();
      folder = await mkdtemp(join(tmpdir(), 'cardwright-console-'));
      const file = join(folder, 'configuration.json');
      const provider = {
        ...{ id: 'staff', name: 'Staff of Demo Bank', bank_id: 'DEMO', issuer: identity.issuer },
        ...{ client_id: 'cardwright', client_secret: 'a-secret-of-some-length', roles_claim: 'groups' },
        roles: [{ role: 'agent', values: ['support'] }],
      };
      const configuration = { banks: [], oauth_clients: [], people: { providers: [provider] } };
      await writeFile(file, JSON.stringify(configuration));
      world = await consoleWorld({ CARDWRIGHT_CONFIG_FILE: file });
      amina = await makeAmina(world.server);
    });
    afterEach(async () => {
      for (const page of pages.splice(0)) await page.context().close();
    });
    afterAll(async () => {
      await world?.close();
      await identity?.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('sign in at their provider, return to the requested address, and are signed out there too', async () => {
      await identity.control({ account: { sub: 'maha', name: 'Maha Saleh', groups: ['support'] } });
      const page = await world.open();
      pages.push(page);
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
      pages.push(page);
      await page.context().addCookies([{ name: 'account', value: 'guest', url: identity.issuer }]);
      await page.goto(`${PUBLIC_URL}/console/find`);
      await page.getByRole('link', { name: 'Staff of Demo Bank' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toContain('no role');
      expect(await page.context().cookies(PUBLIC_URL)).toEqual([]);
    });

    it('see the frame at once on a slow network, and then the requested content', async () => {
      const page = await world.openAs('layla', '/find');
      pages.push(page);
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
