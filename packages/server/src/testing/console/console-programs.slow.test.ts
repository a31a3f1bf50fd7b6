import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage } from '../cards/issued-cards.ts';
import { fileResource } from '../file-resources.ts';
import { makeAmina } from './amina.ts';
import { fileConsole, takePicture } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';
import { putProgram } from './program-fixtures.ts';

const PRODUCT = 'DEBIT-CLASSIC';
const FIGURES = [
  'Would stop',
  'Would let through',
  'Approved then',
  'Approved with today’s settings',
  'Approved with the change',
];

if (RUNS_BROWSER_TESTS) {
  describe('programs in the console', () => {
    const world = fileConsole();
    const amina = fileResource(() => makeAmina(world.server));

    const actionCode = async () =>
      (await authorize(world.server, ecommerceMessage(amina.card))).json.Action_Code as string;

    it('are created after a backtest of the bank, with findings at their fields', async () => {
      const page = await world.openAs('noor', '/programs');
      const row = page.locator('tbody tr').filter({ hasText: 'DEBIT-CLASSIC' });
      await row.getByText('No program').waitFor();
      await row.getByRole('link', { name: 'Debit Classic' }).click();
      await page.getByRole('button', { name: 'New version' }).first().click();
      const day = page.locator('[data-program-field=dailyLimit]');
      await day.getByLabel('Daily limit: Default').fill('20.001');
      const make = page.getByRole('button', { name: 'Create version' });
      expect(await make.isDisabled()).toBe(true);
      const look = page.getByRole('button', { name: 'Backtest the last 30 days' });
      await look.click();
      await day.locator('[data-fault="defaults.dailyLimit"]').waitFor();
      await day.getByLabel('Daily limit: Default').fill('20.00');
      await day.getByLabel('Daily limit: Ceiling').fill('60.00');
      await look.click();
      await page.locator('[data-run=WAITING]').waitFor();
      await world.server.server.backtestsIdle();
      await page.locator('[data-run=DONE]').waitFor();
      expect(Number(await page.locator('[data-backtest]').getAttribute('data-backtest'))).toBeGreaterThan(0);
      // a colleague who opens the address sees the same
      await page.reload();
      expect(await day.getByLabel('Daily limit: Default').inputValue()).toBe('20.00');
      await day.getByLabel('Daily limit: Default').fill('21.00');
      expect(await make.isDisabled()).toBe(true);
      await day.getByLabel('Daily limit: Default').fill('20.00');
      expect(await actionCode()).toBe('00');
      await make.click();
      const second = page.getByRole('dialog');
      await second.getByText('Default of Daily limit: none → 20.00').waitFor();
      await takePicture(page, 'program-make-en-light');
      await second.getByRole('button', { name: 'Create version' }).click();
      await page.waitForURL(/\/programs\/DEBIT-CLASSIC$/);
      expect(await page.locator('[data-version="1"]').textContent()).toContain('Noor Al Amiri');
      expect(await actionCode()).toBe('61');
    });

    it('are shown where an account inherits values, and where it exceeds a ceiling', async () => {
      const page = await world.openAs('omar', `/accounts/${amina.accountNumber}/controls`);
      const day = page.locator('[data-limit=dailyLimit]');
      await day.locator('[data-inherited=dailyLimit]').waitFor();
      expect(await page.locator('[data-limit=monthlyLimit] [data-inherited]').count()).toBe(0);
      await day.getByRole('textbox').fill('50');
      await day.locator('[data-inherited]').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: /DEBIT-CLASSIC.*Version 1/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Leave page' }).click();
      await page.getByRole('button', { name: 'New version' }).click();
      await page.locator('[data-program-field=monthlyLimit]').getByLabel('Monthly limit: Ceiling').fill('700.00');
      await page.getByRole('textbox', { name: 'Account' }).fill(amina.accountNumber);
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await page.locator('[data-inherited="dailyLimit program"]').waitFor();
      await page.locator('[data-inherited="monthlyLimit account"]').waitFor();
      await page.locator('[data-above=monthlyLimit]').waitFor();
      expect(await page.locator('[data-above]').count()).toBe(1);
    });

    it('have scheduled versions, warn of a ceiling below a default, and compare any two versions', async () => {
      const page = await world.openAs('omar', `/programs/${PRODUCT}/new`);
      await page.locator('[data-program-field=dailyLimit]').getByLabel('Daily limit: Ceiling').fill('10.00');
      await page.getByLabel('E-commerce').selectOption('OFF');
      await page.getByLabel(/^In force from/).fill('01/01/2020 00:00');
      await page.getByRole('button', { name: 'Backtest the last 30 days' }).click();
      await page.locator('[data-run=WAITING]').waitFor();
      const make = page.getByRole('button', { name: 'Create version' });
      expect(await make.isDisabled()).toBe(true);
      await world.server.server.backtestsIdle();
      await page.locator('[data-run=DONE]').waitFor();
      // the ceiling and the default differ from today's program, not only from the past
      expect(new URL(page.url()).searchParams.get('today')).toMatch(/^[0-9a-f-]{36}$/);
      const effect = page.getByRole('region', { name: 'Effect on the last 30 days' });
      await effect.locator('dt').first().waitFor();
      const figures = (of: Locator) => of.locator('dl').first().textContent();
      expect(await effect.locator('dl').first().locator('dt').allTextContents()).toEqual(FIGURES);
      const second = page.getByRole('dialog');
      await make.click();
      await second.locator('[data-compared]').waitFor();
      expect(await figures(second)).toBe(await figures(effect));
      await takePicture(page, 'program-compared-en-light');
      await second.getByRole('button', { name: 'Create version' }).click();
      await page.locator('[data-fault=inForceFrom]').waitFor();
      await page.getByLabel(/^In force from/).fill('01/01/2099');
      await make.click();
      await second.getByText(/In force from 1 Jan 2099/).waitFor();
      await second.getByRole('button', { name: 'Create version' }).click();
      await page.locator('[data-warning=CEILING_BELOW_DEFAULT]').waitFor();
      await page.getByRole('link', { name: 'View program' }).click();
      await page.locator('[data-version="2"]').getByText('Pending').waitFor();
      await page.getByRole('region', { name: 'Scheduled versions' }).getByText('E-commerce: none → Off').waitFor();
      await putProgram(world.server, 'DEBIT-CLASSIC', {});
      await page.reload();
      const compare = page.getByRole('region', { name: 'Compare versions' });
      await compare.getByLabel('To').selectOption({ label: 'Version 2' });
      await page.waitForURL(/other=2/);
      expect(await compare.getByRole('listitem').allInnerTexts()).toEqual([
        'Default of E-commerce: none → Off',
        'Ceiling of Daily limit: 60.00 → 10.00',
      ]);
    });

    it('have limits of the bank, the product and each account, with findings at their fields', async () => {
      const page = await world.openAs('noor', '/programs');
      const ofBank = page.getByRole('region', { name: 'Bank-wide limits' });
      await ofBank.getByText('No limit counts the payments of all accounts together.').waitFor();
      await page.goto(`${world.url}/console/programs/${PRODUCT}/new`);
      const add = page.getByRole('button', { name: 'Add limit' });
      await add.click();
      const bank = page.getByRole('group', { name: 'Limit', exact: true });
      await bank.getByLabel('Applies to').selectOption('bank');
      await bank.getByLabel('Maximum (AED)').fill('900.00');
      await bank.getByLabel('Name').fill('all_day');
      await add.click();
      const own = page.getByRole('group', { name: 'Limit', exact: true });
      await own.getByLabel('Measure').selectOption('count');
      await own.getByLabel('Name').fill('often');
      const often = page.getByRole('group', { name: 'Limit OFTEN' });
      await often.getByLabel('Maximum').fill('1.5');
      const look = page.getByRole('button', { name: 'Backtest the last 30 days' });
      await look.click();
      expect(await often.locator('[data-fault=max]').textContent()).toBe('must be a whole number');
      expect(await page.locator('[data-program-limit=ALL_DAY] [data-fault]').count()).toBe(0);
      await takePicture(page, 'program-limits-typed-en-light');
      await often.getByLabel('Maximum').fill('50');
      await look.click();
      await page.locator('[data-run=WAITING]').waitFor();
      await world.server.server.backtestsIdle();
      await page.locator('[data-run=DONE]').waitFor();
      await page.getByText('Each account: Approved payments per day: at most 50').waitFor();
      // the address includes the shared limit
      await page.reload();
      await page
        .locator('[data-program-limit=ALL_DAY]')
        .getByText('Approved amounts per day: at most AED 900.00')
        .waitFor();
      await page.getByRole('button', { name: 'Create version' }).click();
      const second = page.getByRole('dialog');
      await second
        .getByText(
          'Limit ALL_DAY (All accounts of the bank together): none → Approved amounts per day: at most AED 900.00',
        )
        .waitFor();
      await second.getByRole('button', { name: 'Create version' }).click();
      await page.waitForURL(/\/programs\/DEBIT-CLASSIC$/);
      expect(await actionCode()).toBe('00');
      await page.goto(`${world.url}/console/programs/${PRODUCT}?account_number=${amina.accountNumber}`);
      const shared = page.locator('[data-custom-limit=ALL_DAY]');
      expect(Number(await shared.getByRole('meter').getAttribute('value'))).toBeGreaterThan(0);
      const enabledPrograms = page
        .getByRole('region', { name: 'Effective settings of an account' })
        .locator('[data-custom-limit=OFTEN]');
      await enabledPrograms.getByText('1 / 50').waitFor();
      await page.goto(`${world.url}/console/programs`);
      await ofBank
        .locator('[data-custom-limit=ALL_DAY]')
        .getByRole('link', { name: 'from the program DEBIT-CLASSIC' })
        .click();

      await page.getByRole('button', { name: 'New version' }).first().click();
      const line = page.locator('[data-program-limit=ALL_DAY]');
      await line.getByRole('button', { name: 'Change' }).click();
      await line.getByLabel('Maximum (AED)').fill('0.50');
      await page.locator('[data-program-limit=OFTEN]').getByRole('button', { name: 'Remove' }).click();
      const changes = page.getByRole('region', { name: 'Changes in this version' }).getByRole('listitem');
      expect(await changes.allInnerTexts()).toEqual([
        'Limit OFTEN (Each account): Approved payments per day: at most 50 → none',
        'Limit ALL_DAY (All accounts of the bank together): Approved amounts per day: AED 900.00 → AED 0.50',
      ]);
      await look.click();
      await page.locator('[data-run=WAITING]').waitFor();
      await world.server.server.backtestsIdle();
      await page.locator('[data-run=DONE]').waitFor();
      await page.getByRole('button', { name: 'Create version' }).click();
      await second.getByRole('button', { name: 'Create version' }).click();
      await page.locator('[data-warning=LIMIT_UNDER_USED]').getByText('ALL_DAY', { exact: true }).waitFor();
      expect(await actionCode()).toBe('61');
      await putProgram(world.server, PRODUCT, {});
    });

    it('can be read by people who may not change them', async () => {
      const page = await world.openAs('layla', `/programs/${PRODUCT}`);
      await page.locator('[data-version="1"]').waitFor();
      expect(await page.getByRole('button', { name: 'New version' }).count()).toBe(0);
      await page.goto(`${world.url}/console/programs/${PRODUCT}/new`);
      await page.getByText('You do not have access').waitFor();
    });
  });
}
