import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { signInDemo } from '../callers/demo-sessions.ts';
import { amountFields, use } from '../cards/card-control.ts';
import { clientBody } from '../cards/issued-cards.ts';
import { fileResource } from '../file-resources.ts';
import { TEST_NOW } from '../test-server.ts';
import { fileConsole, takePicture, waitUntilIdle } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';
import { makeTrade } from './trade.ts';

if (RUNS_BROWSER_TESTS) {
  describe('analyses in the console', () => {
    const world = fileConsole();
    const trade = fileResource(() => makeTrade(world.server));

    const openAs = (person: string, path: string) => world.openIdle(person, path, { now: TEST_NOW });

    it('the overview compares approvals with a week before, and charts support keys and pointers', async () => {
      const page = await openAs('noor', '/overview');
      const sums = page.getByRole('region', { name: 'Totals' });
      await sums.getByText('71.4%').waitFor();
      await sums.getByText('a week earlier: 75%').waitFor();
      await sums.getByText('a week earlier: AED 60.00').waitFor();

      const declined = page.getByRole('region', { name: 'Declines by reason' });
      const chart = declined.getByRole('slider');
      await chart.focus();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      expect(await chart.getAttribute('aria-valuetext')).toMatch(/^Fri,? 20 Nov,? 09:00, .*: 1, .*: 1$/);
      const read = declined.locator('[data-read]');
      expect(await read.getAttribute('data-read')).toBe('2026-11-20T05:00:00.000Z');
      const byKeys = await read.textContent();

      const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.move(box.x + 90, box.y + 60);
      await declined.locator('[data-read]:not([data-read="2026-11-20T05:00:00.000Z"])').waitFor();
      // bars of 24 hours between the axis and the end: the fourth from the end is this one
      const plot = (await chart.locator('.u-over').boundingBox()) ?? box;
      await page.mouse.move(plot.x + (plot.width * 20.5) / 24, plot.y + 40);
      await declined.locator('[data-read="2026-11-20T05:00:00.000Z"]').waitFor();
      expect(await read.textContent()).toBe(byKeys);
      await takePicture(page, 'overview-read-en-light');
    });

    it('the figures of a chart are available as a table and a file, with gaps where nothing was decided', async () => {
      const page = await openAs('noor', '/overview?span=day');
      const rate = page.getByRole('region', { name: 'Approval rate over time' });
      await rate.getByRole('button', { name: 'Table' }).click();
      const rows = rate.locator('tbody tr');
      expect(await rows.count()).toBe(24);
      expect(await rows.nth(3).textContent()).toMatch(/09:00.*66\.7%.*75%/);
      expect(await rows.nth(2).textContent()).toMatch(/10:00–/);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        rate.getByRole('button', { name: 'CSV' }).click(),
      ]);
      const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
      expect(lines[0]).toBe('starts_at,approval_rate,approval_rate_before');
      expect(lines.slice(-2)).toEqual(['2026-11-20T07:00:00.000Z,100,', '2026-11-20T08:00:00.000Z,,']);
    });

    it('the overview also shows 7 days, and each role sees its own parts', async () => {
      const page = await openAs('noor', '/overview');
      await page.getByRole('button', { name: '7 days' }).click();
      await page.waitForURL(/span=week/);
      await page.getByRole('region', { name: 'Totals' }).getByText('71.4%').waitFor();
      expect(await page.getByText('Webhook endpoint health').count()).toBe(0);

      const { server } = world;
      await server.envelope('clients.create-client', clientBody('DEVIANT', { seat: '12A' }));
      const person = await signInDemo(server, 'omar');
      await person.send('POST', `/V2/accounts/${trade.card.accountNumber}/backtest`, { color: 'red' });
      const admin = await openAs('salim', '/overview');
      const warned = admin.getByRole('region', { name: 'Contract warnings' });
      await warned.getByText('body.seat').waitFor();
      await warned.getByText('color').waitFor();
      await warned.getByLabel('Caller').selectOption('demo-bank');
      await admin.waitForURL(/caller=demo-bank/);
      await warned.getByText('color').waitFor({ state: 'detached' });
      expect(await warned.locator('tbody tr').first().textContent()).toContain('demo-bank');
      await takePicture(admin, 'overview-warnings-en-light');
      await admin.getByRole('heading', { name: 'Webhook endpoint health' }).waitFor();
      expect(await admin.getByRole('slider').count()).toBe(0);
    });

    it('new decisions are counted above the list, and appear in it on request', async () => {
      const { accountNumber } = trade.card;
      const page = await openAs('noor', `/authorizations?account_number=${accountNumber}`);
      const rows = page.locator('tbody tr');
      const before = await rows.count();
      const first = await rows.first().textContent();
      await use(world.server, trade.card, amountFields(4_200));
      const newer = page.locator('[data-newer="1"]');
      await newer.waitFor();
      expect([await rows.count(), await rows.first().textContent()]).toEqual([before, first]);
      await newer.click();
      await newer.waitFor({ state: 'detached' });
      expect([await rows.count(), await rows.nth(1).textContent()]).toEqual([before + 1, first]);
      expect(await rows.first().textContent()).toContain('42.00');
    });

    it('a view can be saved under a name in this browser, and deleted again', async () => {
      const page = await openAs('noor', '/authorizations?state=DECLINED&country=AE');
      await page.getByRole('button', { name: 'Save view' }).click();
      await page.getByLabel('View name').fill('Declined at home');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.goto(`${world.url}/console/authorizations`);
      await page.getByRole('link', { name: 'Declined at home' }).click();
      await page.waitForURL(/state=DECLINED&country=AE/);
      await takePicture(page, 'authorizations-saved-en-light');
      await page.getByRole('button', { name: 'Delete Declined at home' }).click();
      await page.reload();
      await waitUntilIdle(page);
      expect(await page.getByText('Declined at home').count()).toBe(0);
    });

    it('a composed message is decided under the current and under assumed settings, side by side', async () => {
      const page = await openAs('noor', '/what-if');
      await page.getByLabel('Account or card (EXID)').fill(trade.card.cardNumber);
      await page.getByRole('button', { name: 'Choose' }).click();
      await page.getByText('Full card numbers cannot be searched').waitFor();
      expect(page.url()).not.toContain(trade.card.cardNumber);
      await page.getByLabel('Account or card (EXID)').fill(trade.card.accountNumber);
      await page.getByRole('button', { name: 'Choose' }).click();
      const message = page.getByRole('region', { name: 'Message' });
      await message.getByLabel('Amount (AED)').fill('12.50');
      await message.getByLabel('Assumed setting').selectOption('ecomStatus');
      await message.getByRole('button', { name: 'Run simulation' }).click();
      const asSet = page.getByRole('region', { name: 'Current settings' });
      await asSet.getByText('Approved', { exact: true }).waitFor();
      const assumed = page.getByRole('region', { name: 'With your assumptions' });
      await assumed.getByText('Declined', { exact: true }).waitFor();
      expect(await assumed.locator('[data-verdict=REFUSE]').innerHTML()).toContain('title="SWITCHES"');
      await takePicture(page, 'compose-asked-en-light');
      await page.reload();
      await assumed.getByText('Declined', { exact: true }).waitFor();
      expect(page.url()).toMatch(/amount=12.50&.*set=ecomStatus%3DOFF/);
    });

    it('a backtest of an account shows how many decisions change, their amounts, and on which days', async () => {
      const page = await openAs('noor', '/backtest');
      await page.getByLabel('Account').fill(trade.card.accountNumber);
      await page.getByLabel('To day').fill('19/11/2026');
      await page.getByLabel('Assumed setting').selectOption('ecomStatus');
      await page.getByRole('button', { name: 'Run simulation' }).click();
      const found = page.getByRole('region', { name: 'Decisions that would change' });
      await found.locator('[data-backtest="5"]').waitFor();
      await found.getByText('4 payments').waitFor();
      await found.getByText('AED 61.00').waitFor();
      const chart = page.getByRole('region', { name: 'Decisions that would change each day' });
      await chart.getByRole('button', { name: 'Table' }).click();
      expect(await chart.locator('tbody tr').first().textContent()).toMatch(/Fri,? 13 Nov301$/);
      await takePicture(page, 'backtest-en-light');
      await found.locator('tbody a').first().click();
      await page.getByRole('heading', { level: 1, name: 'Declined' }).waitFor();
    });

    it('a backtest of the bank runs in the background, and a colleague opens its result by its address', async () => {
      const page = await openAs('noor', '/backtest');
      await page.getByRole('button', { name: 'The whole bank' }).click();
      await page.getByText('Choose days and settings to start a backtest').waitFor();
      const toDay = page.getByLabel('To day');
      await toDay.fill('31/11/2026');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.getByText('Type the date as').waitFor();
      expect(await page.locator('[data-run]').count()).toBe(0);
      await toDay.fill('12.11.2026');
      await page.getByRole('button', { name: 'Open calendar' }).last().click();
      await page.locator('[data-selected]:focus').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await toDay.inputValue()).toBe('19/11/2026');
      await page.getByLabel('Assumed setting').selectOption('ecomStatus');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.locator('[data-run=WAITING]').waitFor();
      await takePicture(page, 'backtest-waiting-en-light');
      await page.getByRole('button', { name: 'Cancel backtest' }).click();
      await page.getByText('Backtest cancelled').waitFor();
      await page.getByText('None found.').waitFor();
      await takePicture(page, 'backtest-cancelled-en-light');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.locator('[data-run=WAITING]').waitFor();
      await world.server.server.backtestsIdle();
      const found = page.getByRole('region', { name: 'Decisions that would change' });
      await found.locator('[data-backtest="5"]').waitFor();
      await found.getByText('AED 61.00').waitFor();

      const colleague = await openAs('omar', `/backtest${new URL(page.url()).search}`);
      const rules = colleague.getByRole('region', { name: 'Changes by rule' }).locator('tbody tr');
      expect(await rules.first().textContent()).toMatch(/^ApprovedDeclined57 · .*4AED 61\.00$/);
      const money = colleague.getByRole('region', { name: 'Amounts that would change each day, in AED' });
      await money.getByRole('button', { name: 'Table' }).click();
      expect(await money.locator('tbody tr').first().textContent()).toMatch(/Fri,? 13 NovAED 60\.00AED 0\.00$/);
      const each = colleague.getByRole('region', { name: 'Decisions that would change' });
      expect(await each.locator('tbody tr').count()).toBe(5);
      await each.locator('tbody a').first().click();
      await colleague.getByRole('heading', { level: 1, name: 'Declined' }).waitFor();

      await colleague.goto(`${world.url}/console/backtest?of=bank&restrict=ECOM%3Dno`);
      const runs = colleague.getByRole('region', { name: 'Bank backtests' }).locator('tbody tr');
      await runs.getByText('Done', { exact: true }).waitFor();
      expect(await runs.count()).toBe(2);
      await colleague.getByRole('button', { name: 'Start', exact: true }).click();
      await colleague.locator('[data-run=WAITING]').waitFor();
      await colleague.getByText('E-commerce: Forbidden').waitFor();
      await world.server.server.backtestsIdle();
      await colleague.locator('[data-run=DONE]').waitFor();
    });
  });
}
