import { describe, expect, it } from 'vitest';
import { setControls } from '../cards/card-control.ts';
import { authorize, ecommerceMessage } from '../cards/issued-cards.ts';
import { fileResource } from '../file-resources.ts';
import { makeAmina } from './amina.ts';
import { fileConsole, takePicture, waitUntilIdle } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

if (RUNS_BROWSER_TESTS) {
  describe('controls and limits in the console', () => {
    const world = fileConsole();
    const amina = fileResource(() => makeAmina(world.server));

    const openAs = async (person: string) => {
      const page = await world.openAs(person, `/accounts/${amina.accountNumber}/controls`);
      await page.locator('[data-switch=ecom]').waitFor();
      return page;
    };
    const actionCode = async () =>
      (await authorize(world.server, ecommerceMessage(amina.card))).json.Action_Code as string;

    it("are changed after a preview of the effect, and never overwrite another person's change", async () => {
      const page = await openAs('omar');
      // the last 30 days are on the sandbox's clock, regardless of the browser's
      await page.clock.setFixedTime('2027-06-01T08:00:00Z');
      await page.reload();
      await page.getByLabel('E-commerce', { exact: true }).first().selectOption('OFF');
      await page.getByText('One unsaved change').waitFor();
      expect(await actionCode()).toBe('00');
      await page.getByRole('button', { name: 'Review changes' }).click();
      const look = page.getByRole('dialog');
      await look.getByText('E-commerce: On → Off').waitFor();
      await look.locator('[data-backtest]').waitFor();
      await takePicture(page, 'controls-look-en-light');
      expect(Number(await look.locator('[data-backtest]').getAttribute('data-backtest'))).toBeGreaterThan(0);

      await setControls(world.server, amina.card, { dailyLimit: '500' });
      await look.getByRole('button', { name: 'Save' }).click();
      await look.getByText('Someone else changed this, so your change was not saved.').waitFor();
      expect(await actionCode()).toBe('00');
      await look.getByRole('button', { name: 'Cancel' }).click();
      const notice = page.getByRole('alert', { name: 'Someone else changed these settings' });
      expect(await notice.getByRole('listitem').allTextContents()).toEqual(['Daily limit: No limit → AED 500.00']);
      await takePicture(page, 'controls-meanwhile-en-light');
      await notice.getByRole('button').click();
      expect(await page.getByLabel('E-commerce', { exact: true }).first().inputValue()).toBe('OFF');

      await page.getByRole('button', { name: 'Review changes' }).click();
      await look.getByRole('button', { name: 'Save' }).click();
      await look.waitFor({ state: 'detached' });
      expect(await actionCode()).toBe('57');
      expect(await page.getByText('unsaved').count()).toBe(0);
      const newest = page.locator('[data-changed]').first();
      await newest.getByText('E-commerce: On → Off').waitFor();
      expect(await newest.textContent()).not.toContain('demo-bank');
      await setControls(world.server, amina.card, { ecomStatus: 'ON', dailyLimit: '' });
    });

    it('show how much of a limit is used, and when it resets', async () => {
      const page = await openAs('omar');
      const month = page.locator('[data-limit=monthlyLimit]');
      expect(await month.getByRole('textbox').inputValue()).toBe('1000.00');
      await month.getByRole('meter').waitFor();
      expect(await month.textContent()).toMatch(/Spent: AED \d[\d,]*\.\d\d\s*Resets: 1 \w+ \d{4}, 00:00:00/);
    });

    it('restrict one card until a day, after a preview of the effect', async () => {
      const page = await openAs('omar');
      await page.getByRole('button', { name: 'Add restriction' }).click();
      const form = page.getByRole('form', { name: 'Add restriction' });
      await form.getByLabel('Restriction').selectOption('MOTO');
      await form.getByLabel('Last day').fill('31/12/2099');
      await form.getByRole('button', { name: 'Review changes' }).click();
      const look = page.getByRole('dialog');
      await look.getByText(/decisions in this period would stay the same/).waitFor();
      await look.getByRole('button', { name: 'Save' }).click();
      await look.waitFor({ state: 'detached' });
      const line = page.locator('[data-restriction=MOTO]').first();
      expect(await line.textContent()).toBe('Mail and telephone ordersForbiddenLast day: 31 Dec 2099');
    });

    it('are tried on a declined message, with both decisions side by side, and nothing changes', async () => {
      const page = await world.openAs('noor', `/authorizations/${amina.declined}`);
      await page.getByRole('link', { name: 'Try different settings' }).click();
      const assume = page.getByRole('region', { name: 'Assumptions' });
      await assume.getByLabel('Assumed setting').selectOption('cashStatus');
      await assume.getByRole('button', { name: 'Run simulation' }).click();
      const now = page.getByRole('region', { name: 'Simulated decision' });
      await now.getByText('Approved', { exact: true }).waitFor();
      expect(await now.locator('[data-verdict=REFUSE]').count()).toBe(0);
      expect(
        await page.getByRole('region', { name: 'Original decision' }).locator('[data-verdict=REFUSE]').count(),
      ).toBe(1);

      await assume.getByLabel('Assumed setting').selectOption('ecomStatus');
      await assume.getByRole('button', { name: 'Run simulation' }).click();
      await now.getByText('Declined', { exact: true }).waitFor();
      expect(await now.locator('[data-verdict=REFUSE]').innerHTML()).toContain('title="SWITCHES"');
      await takePicture(page, 'what-if-asked-en-light');
      expect(await actionCode()).toBe('00');
    });

    it("show the bank's own limits on the account and on its card, with their use", async () => {
      const page = await world.openAs('omar', `/cards/${amina.card.exid}`);
      const week = page.locator('[data-custom-limit=ONLINE_A_WEEK]');
      await week.getByText('Approved amounts per week').waitFor();
      expect(await week.textContent()).toMatch(/AED \d+\.00 \/ AED 400\.00Resets: \d+ \w+ \d{4}, 00:00:00/);
      expect(Number(await week.getByRole('meter').getAttribute('value'))).toBeGreaterThan(0);
      expect(await week.locator('[data-condition]').textContent()).toContain('E-commerce');
      const often = page.locator('[data-custom-limit=OFTEN]');
      await often.getByText('Payments, approved or declined in the last 2 days').waitFor();
      expect(await page.locator('[data-custom-limit=ONE_SHOP]').count()).toBe(0);
      await page.goto(`${world.url}/console/accounts/${amina.accountNumber}`);
      const shop = page.locator('[data-custom-limit=ONE_SHOP]');
      await shop.getByText('Only at the first merchant that the card pays').waitFor();
      await shop.getByRole('button', { name: 'Change' }).click();
      await page.getByLabel('Merchant ID').fill('SHOP9');
      await page.getByRole('button', { name: 'Review changes' }).click();
      const look = page.getByRole('dialog');
      await look.getByText('Only at merchant SHOP9').waitFor();
      await look.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('form').getByRole('button', { name: 'Cancel' }).click();
      await shop.getByRole('link', { name: amina.second.exid }).click();
      await page.waitForURL(new RegExp(`/cards/${amina.second.exid}`));
    });

    it('set a limit after a preview of 30 days, with findings at their fields, and change and end it', async () => {
      const page = await world.openAs('noor', `/accounts/${amina.accountNumber}`);
      await page.getByRole('button', { name: 'Add limit' }).click();
      const form = page.getByRole('form', { name: 'Add limit' });
      await form.getByLabel('Name').fill('over_one');
      await form.getByLabel('Measure').selectOption('count');
      await form.getByLabel('Period').selectOption('sliding');
      await form.getByLabel('Length').fill('2');
      await form.getByLabel('Maximum').fill('1.5');
      await form.getByRole('button', { name: 'Add a condition' }).click();
      await form.getByRole('button', { name: 'JSON' }).click();
      const json = form.getByLabel('Condition as JSON');
      await json.fill('{"field": "mcc"');
      const look = form.getByRole('button', { name: 'Review changes' });
      await look.click();
      await form.getByText(/Invalid JSON|not JSON/).waitFor();
      await json.fill('{"all": [{"field": "mcc", "op": "eq", "value": "x"}]}');
      await look.click();
      await form.getByText('where.all[0].value').waitFor();
      expect(await form.locator('[data-fault=max]').textContent()).toBe('must be a whole number');
      await takePicture(page, 'limit-faults-en-light');
      await form.getByRole('button', { name: 'Include all payments' }).click();
      await form.getByLabel('Maximum').fill('0');
      await look.click();
      const second = page.getByRole('dialog');
      await second.getByText('Approved payments in the last 2 hours: at most 0.').waitFor();
      await second.getByText('Counting starts now.').waitFor();
      await second.locator('[data-backtest]').waitFor();
      expect(Number(await second.locator('[data-backtest]').getAttribute('data-backtest'))).toBeGreaterThan(0);
      expect(await actionCode()).toBe('00');
      await second.getByRole('button', { name: 'Save' }).click();
      const line = page.locator('[data-custom-limit=OVER_ONE]');
      await line.waitFor();
      expect(await actionCode()).toBe('65');

      await line.getByRole('button', { name: 'Change' }).click();
      const change = page.getByRole('form', { name: 'Change' });
      // the name and the owner cannot change, so they are text
      expect(await change.getByRole('textbox', { name: 'Name' }).count()).toBe(0);
      await change.getByLabel('Maximum').fill('3');
      await change.getByRole('button', { name: 'Review changes' }).click();
      await second.getByText('Its usage so far still counts.').waitFor();
      await second.getByRole('button', { name: 'Save' }).click();
      await line.getByText('0 / 3').waitFor();
      expect(await actionCode()).toBe('00');

      await line.getByRole('button', { name: 'End' }).click();
      await second.getByRole('button', { name: 'End' }).click();
      await line.waitFor({ state: 'detached' });
    });

    it('accept a limit below its current use, with a warning', async () => {
      const page = await world.openAs('omar', `/accounts/${amina.accountNumber}`);
      const week = page.locator('[data-custom-limit=ONLINE_A_WEEK]');
      await week.getByRole('button', { name: 'Change' }).click();
      await page.getByLabel('Maximum (AED)').fill('0.50');
      await page.getByRole('button', { name: 'Review changes' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.locator('[data-warning=LIMIT_UNDER_USED]').waitFor();
      expect(await actionCode()).toBe('61');
      await week.getByRole('button', { name: 'Change' }).click();
      await page.getByLabel('Maximum (AED)').fill('400.00');
      await page.getByRole('button', { name: 'Review changes' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await week.getByText('AED 400.00').waitFor();
      expect(await page.locator('[data-warning]').count()).toBe(0);
    });

    it('can be read by people who may not change them', async () => {
      const page = await openAs('layla');
      await waitUntilIdle(page);
      // values are text, not disabled fields
      expect(await page.locator('main select:not([aria-label=Card]), main input').count()).toBe(0);
      expect(await page.locator('[data-value=ecomStatus]').textContent()).toBe('On');
      await takePicture(page, 'controls-text-en-light');
      expect(await page.getByRole('button', { name: 'Add restriction' }).count()).toBe(0);
      await page.goto(`${world.url}/console/accounts/${amina.accountNumber}`);
      await page.locator('[data-custom-limit=OFTEN]').waitFor();
      expect(
        await page
          .locator('main')
          .getByRole('button', { name: /Add a limit|Change|End/ })
          .count(),
      ).toBe(0);
    });
  });
}
