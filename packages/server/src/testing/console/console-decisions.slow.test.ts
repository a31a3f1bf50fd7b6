import { beforeAll, describe, expect, it } from 'vitest';
import { waitForIndex } from '../background-work.ts';
import { amountFields, setControls, use } from '../cards/card-control.ts';
import { authorize, ecommerceMessage, issueCard } from '../cards/issued-cards.ts';
import { fileResource } from '../file-resources.ts';
import { TEST_NOW } from '../test-server.ts';
import { accessibilityFaults } from './accessibility.ts';
import { type ConsoleWorld, fileConsole, takePicture, waitUntilIdle } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';
import { makeTrade } from './trade.ts';

const ATTACKED = {
  Card_Acceptor_Identification_Code: 'GAMES-77',
  Card_Acceptor_Name_Location: 'NIGHT GAMES            RIGA           LV',
  Merchant_Type: '5816',
};
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };

if (RUNS_BROWSER_TESTS) {
  describe('working on decisions in the console', () => {
    const world = fileConsole();
    const trade = fileResource(() => makeTrade(world.server));
    beforeAll(async () => {
      world.server.clock.set('2026-11-20T07:30:00Z');
      for (let count = 0; count < 60; count++) {
        await use(world.server, trade.card, { ...ATTACKED, ...amountFields(9_000_000 + count) });
      }
      world.server.clock.set(TEST_NOW);
      await waitForIndex(world.server);
      const payload = { name: 'Declined at night', role: 'analyst', filters: { state: 'DECLINED' } };
      await world.server.request({ method: 'PUT', url: '/V2/authorization-views/night', as: 'demo-bank', payload });
    });

    const openAs = (path: string, options: Parameters<ConsoleWorld['openAs']>[2] = {}) =>
      world.openIdle('noor', path, { now: TEST_NOW, width: DESK.width, ...options });

    it('shows at least 20 decisions on a screen, each on a line of 36 px', async () => {
      const page = await openAs('/authorizations');
      const boxes = await Promise.all((await page.locator('tbody tr').all()).map((row) => row.boundingBox()));
      await takePicture(page, 'decisions-desk-en-light');
      expect(boxes.filter((box) => box !== null && box.y + box.height <= DESK.height).length).toBeGreaterThanOrEqual(
        20,
      );
      expect(new Set(boxes.map((box) => box?.height))).toEqual(new Set([36]));
    });

    it('explains a decline after one click on its row, at an address that can be shared', async () => {
      const page = await openAs('/authorizations?state=DECLINED');
      await page.locator('tbody tr').nth(2).locator('td').nth(3).click();
      const panel = page.getByRole('complementary', { name: 'Decision' });
      await panel.locator('[data-sentences] p').first().waitFor();
      await panel.locator('[data-verdict=REFUSE]').waitFor();
      await takePicture(page, 'decision-panel-en-light');
      expect(await accessibilityFaults(page)).toEqual([]);
      const colleague = await openAs(new URL(page.url()).pathname.replace('/console', '') + new URL(page.url()).search);
      await colleague.locator('tr[aria-current]').waitFor();
      await colleague.getByRole('complementary', { name: 'Decision' }).locator('[data-sentences] p').first().waitFor();
    });

    it('supports the keys j, k, Enter and Escape', async () => {
      const page = await openAs('/authorizations');
      const focused = page.locator('tbody a:focus');
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      const second = page.locator('tbody tr').nth(1);
      expect(await second.locator('a:focus').count()).toBe(1);
      await page.keyboard.press('Enter');
      const panel = page.getByRole('complementary', { name: 'Decision' });
      await panel.waitFor();
      expect(await second.getAttribute('aria-current')).toBe('true');
      await page.keyboard.press('j');
      await page.locator('tbody tr:nth-child(3)[aria-current]').waitFor();
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      expect(await page.locator('tbody tr').nth(2).locator('a:focus').count()).toBe(1);
      await page.getByLabel('Add filter').focus();
      await page.keyboard.press('k');
      expect(await focused.count()).toBe(0);
    });

    it('stores the columns of a person, and saves them with a view', async () => {
      const page = await openAs('/authorizations?merchant=GAMES-77');
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByLabel('Merchant category').check();
      await page.getByLabel('Channel').uncheck();
      await page.keyboard.press('Escape');
      const heads = page.locator('thead th');
      expect(await heads.allTextContents()).toContain('Merchant category');
      expect(await page.locator('tbody tr').first().textContent()).toContain('5816 Digital games');
      await page.getByRole('button', { name: 'Save view' }).click();
      await page.getByLabel('View name').fill('Games');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByLabel('Merchant category').uncheck();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Remove filter: Merchant' }).click();
      await page.reload();
      await waitUntilIdle(page);
      expect(await heads.allTextContents()).not.toContain('Merchant category');
      await page.getByRole('link', { name: 'Games' }).click();
      await page.waitForURL(/merchant=GAMES-77/);
      await page.getByRole('columnheader', { name: 'Merchant category' }).waitFor();
    });

    it('shares a view with the people of a role, who apply, rename and delete it', async () => {
      const page = await openAs('/authorizations?merchant=GAMES-77');
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByLabel('Country').check();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save view' }).click();
      await page.getByLabel('View name').fill('Attacked games');
      await page.getByLabel('Share with').selectOption({ label: 'Everyone with the role Analyst' });
      await takePicture(page, 'decisions-share-en-light');
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('[data-shared="Attacked games"]').waitFor();

      // another browser of the role, and a person of another role
      const colleague = await openAs('/authorizations');
      const other = await world.openAs('layla', '/authorizations', { now: TEST_NOW });
      await waitUntilIdle(other);
      expect(await other.locator('[data-shared]').count()).toBe(0);
      await colleague.getByRole('link', { name: 'Attacked games' }).click();
      await colleague.waitForURL(/merchant=GAMES-77/);
      await colleague.getByRole('columnheader', { name: 'Country' }).waitFor();
      await colleague.getByRole('button', { name: 'Rename or delete Attacked games' }).click();
      await colleague.getByLabel('View name').fill('Night games');
      await takePicture(colleague, 'decisions-view-en-light');
      expect(await accessibilityFaults(colleague)).toEqual([]);
      await colleague.getByRole('button', { name: 'Save', exact: true }).click();
      await colleague.locator('[data-shared="Night games"]').waitFor();

      // the first person read the view before it was renamed
      await page.getByRole('button', { name: 'Rename or delete Attacked games' }).click();
      await page.getByLabel('View name').fill('Older name');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Someone else changed this').waitFor();
      await page.getByLabel('View name').press('Escape');
      await page.locator('[data-shared="Night games"]').waitFor();
      await page.getByRole('button', { name: 'Rename or delete Night games' }).click();
      await page.getByRole('button', { name: 'Delete for everyone' }).click();
      await page.locator('[data-shared="Night games"]').waitFor({ state: 'detached' });
    });

    it('adds new decisions only while nobody reads the list', async () => {
      const page = await openAs(`/authorizations?account_number=${trade.card.accountNumber}`);
      await page.getByRole('button', { name: 'Live' }).click();
      const rows = page.locator('tbody tr');
      const first = await rows.first().textContent();
      await rows.nth(4).hover();
      await use(world.server, trade.card, amountFields(4_300));
      await page.locator('[data-newer="1"]').waitFor();
      expect(await rows.first().textContent()).toBe(first);
      await page.mouse.move(5, 5);
      await use(world.server, trade.card, amountFields(4_400));
      await page.locator('tbody').getByText('44.00').waitFor();
      expect(await page.locator('[data-newer]').count()).toBe(0);
    });

    it('opens the payments of a burst, a bar and a row of the overview', async () => {
      const page = await openAs('/overview');
      const attack = page.locator('[data-attack="GAMES-77"]');
      await attack.getByText('60 declines within ten minutes.').waitFor();
      await takePicture(page, 'overview-attack-en-light');
      expect(await accessibilityFaults(page)).toEqual([]);
      await attack.getByRole('link', { name: 'Show the payments' }).click();
      await page.waitForURL(/merchant=GAMES-77&from=/);
      await page.locator('tr[data-row]').nth(59).waitFor();
      expect(await page.locator('tr[data-row]').count()).toBe(60);
      await page.goBack();
      await page.locator('[data-top="5816"] a').first().click();
      await page.waitForURL(/state=DECLINED&.*mcc=5816/);
      await page.locator('tr[data-row]').nth(59).waitFor();
      expect(await page.locator('tr[data-row]').count()).toBe(60);
      await page.goBack();
      const chart = page.getByRole('region', { name: 'Declines by reason' }).getByRole('slider');
      await chart.focus();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await page.waitForURL(/state=DECLINED&from=2026-11-20T07%3A00%3A00.000Z&to=2026-11-20T08/);
      await page.locator('tr[data-row]').nth(59).waitFor();
      expect(await page.locator('tr[data-row]').count()).toBe(60);
    });

    it.each([
      ['en', 'dark'],
      ['ar', 'light'],
      ['ar', 'dark'],
    ] as const)('is usable in %s and %s, on a desktop and on a phone', async (language, scheme) => {
      const page = await openAs('/authorizations?state=DECLINED', { language, scheme });
      await page.locator('[data-shared]').waitFor();
      await takePicture(page, `decisions-desk-${language}-${scheme}`);
      await page.locator('tbody tr').nth(1).locator('td').nth(3).click();
      await page.locator('aside [data-verdict=REFUSE]').waitFor();
      await takePicture(page, `decision-panel-${language}-${scheme}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      await takePicture(page, `decision-panel-${language}-${scheme}-phone`);
      await page.keyboard.press('Escape');
      await page.locator('aside').waitFor({ state: 'detached' });
      await takePicture(page, `decisions-${language}-${scheme}-phone`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.goto(`${world.url}/console/overview`);
      await page.locator('[data-attack]').waitFor();
      await takePicture(page, `overview-attack-${language}-${scheme}-phone`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
      await page.setViewportSize(DESK);
      await takePicture(page, `overview-attack-${language}-${scheme}`);
      expect(await accessibilityFaults(page)).toEqual([]);
    });

    it('allows one payment similar to a declined one, and no second one', async () => {
      const { server } = world;
      const card = await issueCard(server, { available: '500.00' });
      await setControls(server, card, { ecomStatus: 'OFF' });
      const pay = async () => (await authorize(server, ecommerceMessage(card))).json.Action_Code;
      expect(await pay()).toBe('57');
      await waitForIndex(server);
      const page = await world.openAs('layla', `/authorizations?account_number=${card.accountNumber}`, {
        now: TEST_NOW,
      });
      await page.locator('tbody tr').first().click();
      await page.getByRole('button', { name: 'Allow one payment like this' }).click();
      const dialog = page.getByRole('dialog', { name: 'Allow one payment' });
      await dialog.getByLabel('Reason').fill('The customer is at the till');
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Allow payment' }).click();
      await page.getByRole('button', { name: 'One payment is allowed' }).waitFor();
      expect([await pay(), await pay()]).toEqual(['00', '57']);
    });

    it('compares a change with the current settings, and not with past ones', async () => {
      // every payment of the past was approved before this limit
      await setControls(world.server, trade.card, { dailyLimit: '5' });
      const path = `/accounts/${trade.card.accountNumber}/controls`;
      const page = await world.openAs('omar', path, { now: TEST_NOW, width: DESK.width });
      await page.locator('[data-limit=dailyLimit]').getByRole('textbox').fill('500');
      await page.getByRole('button', { name: 'Review changes' }).click();
      const look = page.getByRole('dialog');
      await look.locator('[data-backtest]').waitFor();
      await takePicture(page, 'controls-compared-en-light');
      const fact = async (name: string) =>
        look.locator('dl > div').filter({ hasText: name }).locator('dd').first().textContent();
      expect(await fact('Would stop')).toContain('0 payments');
      expect(await fact('Would let through')).toMatch(/^[1-9]\d* payments? · AED [1-9]/);
      expect(await look.getByRole('columnheader').allTextContents()).toContain('Today');
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });
}
