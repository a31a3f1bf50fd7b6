import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage } from '../cards/issued-cards.ts';
import { fileResource } from '../file-resources.ts';
import { accessibilityFaults } from './accessibility.ts';
import { makeAmina } from './amina.ts';
import { fileConsole, takePicture } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

/** Presses Ctrl+K and reports what has the focus in the same task. */
const FOCUS_AFTER_KEY = `(() => {
  const event = new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return document.activeElement?.matches('dialog[open] input[type=search]') ?? false;
})()`;

if (RUNS_BROWSER_TESTS) {
  describe('the palette of the console', () => {
    const world = fileConsole();
    const amina = fileResource(() => makeAmina(world.server));

    const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });
    const addressOf = (page: Page) => page.url().replace(`${world.url}/console`, '');

    it('has the focus in the same task as the key, and loses no letter while its results load', async () => {
      const page = await world.openAs('layla', '/authorizations');
      await page.route(/palette-results-[^/]*\.js$/, async (route) => {
        await new Promise((wait) => setTimeout(wait, 500));
        await route.continue();
      });
      expect(await page.evaluate<boolean>(FOCUS_AFTER_KEY)).toBe(true);
      await page.keyboard.press('Escape');
      await palette(page).waitFor({ state: 'hidden' });
      await page.keyboard.press('Control+K');
      await page.keyboard.type('amina');
      expect(await palette(page).getByRole('searchbox').inputValue()).toBe('amina');
      // Enter waits for the results of what was typed
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'AMINA SALEH' }).waitFor();
    });

    it('loses no letter while a result has the focus, and never opens a result of an older text', async () => {
      const page = await world.openAs('layla', '/find');
      await page.keyboard.press('Control+K');
      await page.keyboard.type('over');
      await palette(page).getByRole('option').first().waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('view');
      expect(await palette(page).getByRole('searchbox').inputValue()).toBe('overview');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/overview/);
      await page.keyboard.press('Control+K');
      await page.keyboard.type('amina');
      await palette(page).getByText('AMINA SALEH').first().waitFor();
      await page.keyboard.type(' nobody');
      await page.keyboard.press('Enter');
      await palette(page).getByText('No results').waitFor();
      expect(addressOf(page)).toMatch(/^\/overview/);
    });

    it('blocks a card by a command after a confirmation, and lists recent cards of the tab', async () => {
      const page = await world.openAs('omar', '/find');
      const last4 = amina.second.masked.slice(-4);
      await page.keyboard.press('Control+K');
      await page.keyboard.type(`block card …${last4}`);
      await palette(page).getByText('Which card?').waitFor();
      await page.keyboard.type(' amina');
      await palette(page).getByRole('option', { name: `Block card` }).first().waitFor();
      await takePicture(page, 'palette-command-en-light');
      await page.keyboard.press('Enter');
      const look = page.getByRole('dialog', { name: 'Block this card?' });
      await look.getByText(last4).waitFor();
      await look.getByRole('button', { name: 'Block', exact: true }).click();
      await look.waitFor({ state: 'detached' });
      expect((await authorize(world.server, ecommerceMessage(amina.second))).json.Action_Code).toBe('62');

      await page.keyboard.press('Control+K');
      await page.keyboard.type(`${last4} amina`);
      await palette(page).getByRole('option', { name: amina.second.masked }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/cards\//);
      await page.getByRole('heading', { level: 1, name: last4 }).waitFor();
      await page.keyboard.press('Control+K');
      await page.keyboard.type('decisions');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/authorizations/);
      await page.keyboard.press('Control+K');
      await palette(page).getByRole('group', { name: 'Recent' }).getByRole('option').waitFor();
      await page.keyboard.type(`unblock ${last4}`);
      await palette(page)
        .getByRole('option', { name: /Unblock card/ })
        .waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect((await authorize(world.server, ecommerceMessage(amina.second))).json.Action_Code).toBe('00');
    });

    it('lists two records with the same title that were opened one after the other', async () => {
      const other = await makeAmina(world.server);
      const page = await world.openAs('omar', '/find');
      for (const { customerId } of [amina, other]) {
        await page.keyboard.press('Control+K');
        await page.keyboard.type('amina');
        await palette(page).getByRole('option', { name: customerId }).waitFor();
        await palette(page).getByRole('option', { name: customerId }).click();
        await page.waitForURL(new RegExp(`/customers/${customerId}`));
        await page.getByRole('heading', { level: 1, name: 'AMINA SALEH' }).waitFor();
      }
      await page.keyboard.press('Control+K');
      await page.keyboard.type('decisions');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/authorizations/);
      await page.keyboard.press('Control+K');
      const recent = palette(page).getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'AMINA SALEH' });
      await recent.nth(1).waitFor();
      expect(await recent.count()).toBe(2);
    });

    it('lists its keys, and is available to every role', async () => {
      const page = await world.openAs('karim', '/team');
      await page.keyboard.press('?');
      await palette(page).getByText('Keyboard shortcuts').waitFor();
      await takePicture(page, 'palette-keys-en-light');
      await page.keyboard.press('Control+A');
      await page.keyboard.type('sessions');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/my-sessions/);
    });

    it('finds rules, lists, endpoints and merchants by their names', async () => {
      const { server } = world;
      const send = async (method: 'POST' | 'PUT', url: string, payload: object) => {
        const { status, text } = await server.request({ method, url, as: 'demo-bank', payload });
        expect(status, text).toBe(200);
      };
      const condition = { field: 'mcc', op: 'eq', value: '7995' };
      await send('POST', '/V2/rules', { name: 'PALETTE_RULE', effect: '57', condition });
      await send('PUT', '/V2/merchant-lists/palette-list', { kind: 'mcc', entries: ['7995'] });
      const page = await world.openAs('noor', '/overview');
      await page.keyboard.press('Control+K');
      await page.keyboard.type('palette');
      for (const name of ['PALETTE_RULE', 'palette-list']) {
        await palette(page).getByRole('option', { name }).waitFor();
      }
    });

    it('is accessible (WCAG 2.2 AA, by axe) in both languages, light and dark, on a phone', async () => {
      const found: string[] = [];
      for (const [language, scheme] of [
        ['en', 'light'],
        ['ar', 'dark'],
      ] as const) {
        const page = await world.openAs('omar', '/find', { width: 360, language, scheme });
        await page.keyboard.press('Control+K');
        for (const typed of ['', 'amina', '?']) {
          const dialog = page.getByRole('dialog');
          await dialog.getByRole('searchbox').fill(typed);
          await dialog
            .locator(typed === '?' ? 'h2' : '[aria-busy=false] [role=option]')
            .first()
            .waitFor();
          found.push(...(await accessibilityFaults(page)).map((fault) => `${typed} ${fault}`));
          const width = await page.evaluate<number>('document.documentElement.scrollWidth');
          if (width > 360) found.push(`${typed} is ${width} wide`);
          await takePicture(page, `palette-${typed === '?' ? 'keys' : typed || 'empty'}-${language}-${scheme}-phone`);
        }
      }
      expect(found).toEqual([]);
    });

    it('has no error, and does not violate its content security policy', () => {
      expect(world.complaints).toEqual([]);
    });
  });
}
