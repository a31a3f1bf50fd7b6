import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setControls } from '../card-control.ts';
import { authorize, ecommerceMessage } from '../issued-cards.ts';
import { type Amina, makeAmina } from './amina.ts';
import { type ConsoleWorld, consoleWorld, settled, takePicture } from './console-world.ts';
import { IS_BROWSER_TRIED } from './installed-chromium.ts';

if (IS_BROWSER_TRIED) {
  describe('the controls of an account in the console', () => {
    let world: ConsoleWorld;
    let amina: Amina;
    const pages: Page[] = [];
    beforeAll(async () => {
      world = await consoleWorld();
      amina = await makeAmina(world.server);
    });
    afterEach(async () => {
      for (const page of pages.splice(0)) await page.context().close();
    });
    afterAll(() => world?.close());

    const openAs = async (person: string) => {
      const page = await world.openAs(person, `/accounts/${amina.accountNumber}/controls`);
      pages.push(page);
      await page.locator('[data-switch=ecom]').waitFor();
      return page;
    };
    const actionCode = async () =>
      (await authorize(world.server, ecommerceMessage(amina.card))).json.Action_Code as string;

    it('are changed after a look at what that would have done, and never over what somebody else set meanwhile', async () => {
      const page = await openAs('omar');
      // the last 30 days are those of the sandbox, whatever time this browser has
      await page.clock.setFixedTime('2027-06-01T08:00:00Z');
      await page.reload();
      await page.getByLabel('Web shops', { exact: true }).first().selectOption('OFF');
      await page.getByText('One change is not saved yet').waitFor();
      expect(await actionCode()).toBe('00');
      await page.getByRole('button', { name: 'Look before saving' }).click();
      const look = page.getByRole('dialog');
      await look.getByText('Web shops: On → Off').waitFor();
      await look.locator('[data-backtest]').waitFor();
      await takePicture(page, 'controls-look-en-light');
      expect(Number(await look.locator('[data-backtest]').getAttribute('data-backtest'))).toBeGreaterThan(0);

      await setControls(world.server, amina.card, { dailyLimit: '500' });
      await look.getByRole('button', { name: 'Save' }).click();
      await look.getByText('Somebody else changed this meanwhile, and nothing of yours was saved.').waitFor();
      expect(await actionCode()).toBe('00');
      await look.getByRole('button', { name: 'Cancel' }).click();
      const notice = page.getByRole('alert', { name: 'Somebody else changed this meanwhile' });
      expect(await notice.getByRole('listitem').allTextContents()).toEqual(['A day: No limit → AED 500.00']);
      await takePicture(page, 'controls-meanwhile-en-light');
      await notice.getByRole('button').click();
      expect(await page.getByLabel('Web shops', { exact: true }).first().inputValue()).toBe('OFF');

      await page.getByRole('button', { name: 'Look before saving' }).click();
      await look.getByRole('button', { name: 'Save' }).click();
      await look.waitFor({ state: 'detached' });
      expect(await actionCode()).toBe('57');
      expect(await page.getByText('not saved yet').count()).toBe(0);
      const newest = page.locator('[data-changed]').first();
      await newest.getByText('Web shops: On → Off').waitFor();
      expect(await newest.textContent()).not.toContain('demo-bank');
      await setControls(world.server, amina.card, { ecomStatus: 'ON', dailyLimit: '' });
    });

    it('show how much of a limit is spent, and when it is zero again', async () => {
      const page = await openAs('omar');
      const month = page.locator('[data-limit=monthlyLimit]');
      expect(await month.getByRole('textbox').inputValue()).toBe('1000.00');
      await month.getByRole('meter').waitFor();
      expect(await month.textContent()).toMatch(/Spent: AED \d[\d,]*\.\d\d\s*Zero again: 1 \w+ \d{4}, 00:00:00/);
    });

    it('restrict one card until a day, after a look at what that would have done', async () => {
      const page = await openAs('omar');
      await page.getByRole('button', { name: 'Add a restriction' }).click();
      const form = page.getByRole('form', { name: 'Add a restriction' });
      await form.getByLabel('What').selectOption('MOTO');
      await form.getByLabel('Last day').fill('2099-12-31');
      await form.getByRole('button', { name: 'Look before saving' }).click();
      const look = page.getByRole('dialog');
      await look.getByText(/decisions of that time would have been the same/).waitFor();
      await look.getByRole('button', { name: 'Save' }).click();
      await look.waitFor({ state: 'detached' });
      const line = page.locator('[data-restriction=MOTO]').first();
      expect(await line.textContent()).toBe('Mail and telephone ordersForbiddenLast day: 31 Dec 2099');
    });

    it('are tried on a message that was declined, with both decisions beside each other, and nothing is changed by that', async () => {
      const page = await world.openAs('noor', `/authorizations/${amina.declined}`);
      pages.push(page);
      await page.getByRole('link', { name: 'Try again with other settings' }).click();
      const assume = page.getByRole('region', { name: 'What if …' });
      await assume.getByLabel('Another setting').selectOption('cashStatus');
      await assume.getByRole('button', { name: 'Ask' }).click();
      const now = page.getByRole('region', { name: 'As it would be decided now' });
      await now.getByText('Approved', { exact: true }).waitFor();
      expect(await now.locator('[data-verdict=REFUSE]').count()).toBe(0);
      expect(
        await page.getByRole('region', { name: 'As it was decided' }).locator('[data-verdict=REFUSE]').count(),
      ).toBe(1);

      await assume.getByLabel('Another setting').selectOption('ecomStatus');
      await assume.getByRole('button', { name: 'Ask' }).click();
      await now.getByText('Declined', { exact: true }).waitFor();
      expect(await now.locator('[data-verdict=REFUSE]').textContent()).toContain('SWITCHES');
      await takePicture(page, 'what-if-asked-en-light');
      expect(await actionCode()).toBe('00');
    });

    it('are read by who may not change them', async () => {
      const page = await openAs('layla');
      await settled(page);
      expect(await page.locator('main select:enabled:not([aria-label=Card]), main input:enabled').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Add a restriction' }).count()).toBe(0);
    });
  });
}
