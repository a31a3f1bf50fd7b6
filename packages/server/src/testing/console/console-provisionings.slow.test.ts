import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { restrict } from '../cards/card-control.ts';
import { requestToken } from '../cards/token-requests.ts';
import { fileResource } from '../file-resources.ts';
import { TEST_NOW } from '../test-server.ts';
import { accessibilityFaults } from './accessibility.ts';
import { makeAmina } from './amina.ts';
import { fileConsole, takePicture, waitUntilIdle } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

const UNKNOWN = '4000001999999998';

if (RUNS_BROWSER_TESTS) {
  describe('requests for tokens in the console', () => {
    /** The decision that requires a code. */
    let coded: string;
    const world = fileConsole();
    const amina = fileResource(() => makeAmina(world.server));
    beforeAll(async () => {
      const device = { id: 'DEVICE-0001', type: 'PHONE', name: 'Amina', country: 'AE', number_last_digits: '0001' };
      await requestToken(world.server, amina.card.exid, {
        scores: { account: 5, device: 5 },
        token_type: 'CLOUD',
        device,
      });
      coded = await requestToken(world.server, amina.card.exid, {
        scores: { account: 1 },
        token_type: 'CLOUD',
        device,
        pan_source: 'APP',
      });
      await requestToken(world.server, UNKNOWN);
      await restrict(world.server, amina.card, { restriction_type: 'NFC', isAllowed: false });
      await requestToken(world.server, amina.card.exid, { token_type: 'DEVICE' });
    });

    const expectUsable = async (page: Page, name: string) => {
      await waitUntilIdle(page);
      expect(await accessibilityFaults(page)).toEqual([]);
      await takePicture(page, name);
    };

    it('are listed on the page of their card, and each opens its decision', async () => {
      const page = await world.openAs('layla', `/cards/${amina.card.exid}`);
      const panel = page.getByRole('region', { name: 'Token requests' });
      await panel.getByRole('cell', { name: 'Restriction of the card' }).waitFor();
      expect(await panel.getByRole('cell', { name: 'Example Pay' }).count()).toBe(3);
      await panel.getByRole('cell', { name: 'Low or unknown scores' }).waitFor();
      await panel.getByRole('row').filter({ hasText: 'Restriction' }).getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: 'Token request of Example Pay' }).waitFor();
      await page.getByText('A restriction on this card refuses tokens of this kind.').waitFor();
      await page.getByText('The request got no token.').waitFor();
      await expectUsable(page, 'token-request-en-light');
    });

    it('have a list with filters, a side panel, keys and statistics', async () => {
      const page = await world.openAs('noor', '/token-requests');
      await page.getByRole('cell', { name: 'Unknown card' }).waitFor();
      expect(await page.locator('tbody tr').count()).toBe(4);
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      const panel = page.getByRole('complementary', { name: 'Token request' });
      await panel.getByText('No card of the bank has this number or EXID.').waitFor();
      await page.keyboard.press('j');
      await panel.getByText('A code is required because of the scores: account 1, device unknown.').waitFor();
      await panel.getByText('Text message').waitFor();
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      await page.getByLabel('Add filter').selectOption('Outcome');
      await page.getByLabel('Outcome', { exact: true }).selectOption('Declined');
      await page.getByRole('cell', { name: 'Low or unknown scores' }).waitFor({ state: 'detached' });
      await page.getByRole('cell', { name: 'Unknown card' }).waitFor();
      expect(await page.locator('tbody tr').count()).toBe(2);
      await page.getByRole('button', { name: 'Statistics' }).click();
      await page.getByRole('heading', { name: 'Declined token requests by reason' }).waitFor();
      await page.getByRole('img').first().waitFor();
      await expectUsable(page, 'token-requests-en-light');
    });

    it('are found by the id of the decision', async () => {
      const page = await world.openAs('layla', '/find');
      await page.keyboard.press('Control+K');
      await page.getByRole('dialog').getByRole('searchbox').fill(coded);
      await page.getByRole('dialog').getByText('Example Pay').waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Token request of Example Pay' }).waitFor();
      expect(page.url()).toContain(`/token-requests/${coded}`);
    });

    it('are decided again with other values under the current settings', async () => {
      const page = await world.openAs('layla', `/token-requests/${coded}`);
      await page.getByRole('link', { name: 'Try other values' }).click();
      await page.getByLabel('Account score').selectOption('5');
      await page.getByLabel('Device score').selectOption('4');
      await page.getByRole('button', { name: 'Run simulation' }).click();
      await page.getByText('Example Pay gets a token of this card, which is active at once.').waitFor();
      await page.getByText('A code is required because of the scores').waitFor();
      await expectUsable(page, 'token-what-if-en-light');
    });

    it('can be tried for any card', async () => {
      const page = await world.openAs('noor', '/token-requests');
      await page.getByRole('link', { name: 'Try a request' }).click();
      await page.getByLabel('Card (EXID)').fill(amina.card.cardNumber);
      await page.getByRole('button', { name: 'Run simulation' }).click();
      await page.getByText('Full card numbers cannot be searched').waitFor();
      await page.getByLabel('Card (EXID)').fill(amina.card.exid);
      await page.getByRole('button', { name: 'Run simulation' }).click();
      await page.getByText('A restriction on this card refuses tokens of this kind.').waitFor();
    });

    it('can be the subject of a rule, with their own fields and effects', async () => {
      const page = await world.openAs('noor', '/token-requests');
      await page.getByRole('link', { name: 'Write a rule' }).click();
      await page.getByLabel('Name').fill('TOKEN_ABROAD');
      await page.getByLabel('Effect').selectOption('Decline');
      await page.getByLabel('Field').selectOption('Device abroad');
      await page.getByText('Device abroad: Yes').waitFor();
      await expectUsable(page, 'rule-new-token-en-light');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByRole('heading', { level: 1, name: 'TOKEN_ABROAD' }).waitFor();
      await page.getByRole('link', { name: 'Token requests' }).last().click();
      await page.getByText('Rule: TOKEN_ABROAD').waitFor();
    });

    it('can have a limit for the resulting token', async () => {
      const page = await world.openAs('omar', `/cards/${amina.card.exid}`);
      const panel = page.getByRole('region', { name: 'Custom limits' });
      await panel.getByRole('button', { name: 'Add limit' }).click();
      const owner = panel.getByLabel('Applies to');
      await owner.getByRole('option', { name: 'Token of Example Pay' }).first().waitFor({ state: 'attached' });
      await owner.selectOption({ label: 'Token of Example Pay (Phone)' });
      await panel.getByLabel('Name').fill('WALLET_DAY');
      await panel.getByLabel('Maximum (AED)').fill('50');
      await panel.getByRole('button', { name: 'Review changes' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await panel.getByText('One token of the card:').waitFor();
      await expectUsable(page, 'token-limit-en-light');
    });

    it.each(['light', 'dark'] as const)('can be read in Arabic, %s, on a phone', async (scheme) => {
      const page = await world.openAs('layla', '/token-requests?charts=on', {
        ...{ language: 'ar', scheme, width: 360, now: TEST_NOW },
      });
      await page.getByText('قيد على البطاقة').first().waitFor();
      await expectUsable(page, `token-requests-ar-${scheme}-phone`);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
      await page.locator('tbody tr a').nth(2).click();
      await expectUsable(page, `token-request-panel-ar-${scheme}-phone`);
    });

    it('has no error, and does not violate its content security policy', () => {
      expect(world.complaints).toEqual([]);
    });
  });
}
