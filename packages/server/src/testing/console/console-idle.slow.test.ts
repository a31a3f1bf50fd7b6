import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fileResource } from '../file-resources.ts';
import { accessibilityFaults } from './accessibility.ts';
import { makeAmina } from './amina.ts';
import { type ConsoleWorld, fileConsole, takePicture } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

const NOTE = 'The customer calls again on Monday';

if (RUNS_BROWSER_TESTS) {
  describe('an unused session in the console', () => {
    const world = fileConsole();
    const amina = fileResource(() => makeAmina(world.server));

    /** Opens a customer and types a note without saving it, in a session that ends after these seconds. */
    const openWithNote = async (seconds: number, options: Parameters<ConsoleWorld['openAs']>[2] = {}) => {
      const page = await world.open(options);
      await page.route('**/console/session', async (route) => {
        const answer = await route.fetch();
        const session = await answer.json();
        await route.fulfill({ response: answer, json: answer.ok() ? { ...session, idle_seconds: seconds } : session });
      });
      await page.goto(`${world.url}/console/customers/${amina.customerId}`);
      await page.locator('[data-person=layla]').click();
      const dialog = page.getByRole('alertdialog');
      await dialog.waitFor();
      return { page, dialog };
    };
    const note = (page: Page) => page.locator('main textarea').first();

    it('ends after a warning, and continues on request', async () => {
      const { page, dialog } = await openWithNote(50);
      expect(await dialog.textContent()).toMatch(/You are signed out in \d+ seconds/);
      await takePicture(page, 'idle-warning-en-light');
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.unroute('**/console/session');
      const [use] = await Promise.all([
        page.waitForRequest(/\/console\/sessions/),
        dialog.getByRole('button', { name: 'Stay signed in' }).click(),
      ]);
      expect((await use.response())?.status()).toBe(200);
      await dialog.waitFor({ state: 'hidden' });
      await note(page).fill(NOTE);
      expect(await note(page).inputValue()).toBe(NOTE);
    });

    it('restores typed text for the same person, and shows none of it to another person', async () => {
      const { page, dialog } = await openWithNote(50, { language: 'ar', width: 360 });
      await takePicture(page, 'idle-warning-ar-light-phone');
      await page.unroute('**/console/session');
      await dialog.getByRole('button').click();
      await dialog.waitFor({ state: 'hidden' });
      await note(page).fill(NOTE);
      const end = async () => {
        await page.context().clearCookies();
        await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
        await page.getByRole('status').filter({ hasText: 'Layla Haddad' }).waitFor();
        expect(await page.getByText('AMINA SALEH').filter({ visible: true }).count()).toBe(0);
      };
      await end();
      await takePicture(page, 'idle-ended-ar-light-phone');
      await page.locator('[data-person=layla]').click();
      await note(page).waitFor();
      expect(await note(page).inputValue()).toBe(NOTE);
      await end();
      await page.locator('[data-person=omar]').click();
      await note(page).waitFor();
      expect(await note(page).inputValue()).toBe('');
    });

    it('has no error, and does not violate its content security policy', () => {
      expect(world.complaints).toEqual([]);
    });
  });
}
