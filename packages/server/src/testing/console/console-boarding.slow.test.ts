import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newId } from '../merchants/merchants.ts';
import { uniqueMerchant } from '../merchants/reviews.ts';
import { accessibilityFaults } from './accessibility.ts';
import { fileConsole, takePicture, waitUntilIdle } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

if (RUNS_BROWSER_TESTS) {
  describe('the boarding of merchants in the console', () => {
    const world = fileConsole();

    const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
    const field = (page: Page, path: string) => page.locator(`input[data-path="${path}"], select[data-path="${path}"]`);
    const drafts = () => world.server.db.sql<{ merchant_name: string }>('select merchant_name from merchant_drafts');
    const sentMerchants = (prefix: string) =>
      world.server.db.sql('select merchant_id from merchants where merchant_id like $1', [`${prefix}%`]);

    const sentRequests = async () =>
      (await world.server.db.sql("select 1 from onboarding_requests where request_id like 'C-%'")).length;

    it('stores a new merchant as a draft, shows findings at their fields, and submits it to the reviewer', async () => {
      const page = await world.openIdle('hassan', '/merchants/drafts');
      await page.getByText('No drafts').waitFor();
      await page.getByRole('link', { name: 'New merchant' }).click();
      await page.getByRole('heading', { level: 1, name: 'New merchant' }).waitFor();
      await field(page, 'merchantName').fill('Corner Shop');
      await act(page, 'Save draft').click();
      await page.waitForURL(/drafts\/[0-9a-f-]{36}$/);
      expect((await drafts()).map((draft) => draft.merchant_name)).toEqual(['Corner Shop']);

      await page.getByRole('heading', { level: 1, name: 'Corner Shop' }).waitFor();
      await page.locator('[data-saved]').waitFor();
      await field(page, 'merchantName').waitFor();
      await field(page, 'merchantName').fill('Corner Store');
      await page.getByRole('navigation').getByRole('link', { name: 'Search' }).first().click();
      await act(page.getByRole('dialog') as never, 'Cancel').click();
      expect(await field(page, 'merchantName').inputValue()).toBe('Corner Store');
      await page.getByRole('navigation').getByRole('link', { name: 'Search' }).first().click();
      await act(page.getByRole('dialog') as never, 'Leave page').click();
      await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
      await waitUntilIdle(page);
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Corner Shop' }).waitFor();
      expect(await sentRequests()).toBe(0);
      await field(page, 'configurations.acceptedCardSchemes[0].tariffRate').waitFor();
      const frequencies = field(page, 'configurations.settlement.statementFrequency').locator('option');
      expect(await frequencies.allTextContents()).toEqual([
        ...['Choose', 'Daily', 'Twice a week', 'Weekly', 'Every two weeks', 'Twice a month', 'Monthly'],
      ]);
      const closed = page.locator('details:not([open]) > summary');
      while ((await closed.count()) > 0) await closed.first().click();
      const merchant = uniqueMerchant({ merchantName: 'Corner Shop', trn: '' }, newId('FORM'));
      for (const [path, value] of leavesOf(merchant)) {
        const input = field(page, path);
        if ((await input.count()) === 0) await page.locator(`[data-add="${path.replace(/\[0\].*$/, '')}"]`).click();
        if ((await input.evaluate((element) => element.tagName)) === 'SELECT') await input.selectOption(value);
        else await input.fill(value);
      }
      await act(page, 'Submit application').click();
      await page.getByText('1 field needs a correction').waitFor();
      expect(await field(page, 'trn').getAttribute('aria-invalid')).toBe('true');
      await takePicture(page, 'boarding-form-en-light');
      await field(page, 'trn').fill('100000000000456');
      await act(page, 'Save draft').click();
      await page.getByText('The draft is saved.').waitFor();
      await act(page, 'Submit application').click();
      await page.waitForURL(/merchants\/[0-9a-f-]{36}$/);
      await page.getByRole('heading', { level: 1, name: 'Corner Shop' }).waitFor();
      expect(await drafts()).toEqual([]);
      expect(await sentMerchants('FORM')).toHaveLength(1);
      await world.server.server.screeningIdle();
      const reviewer = await world.openIdle('mariam', '/merchants');
      await reviewer.getByRole('link', { name: 'Corner Shop' }).first().click();
      await act(reviewer, 'Complete review').click();
      await reviewer.getByRole('dialog').waitFor();
    });

    it('checks a file, allows corrections in place, and submits each row once', async () => {
      const ids = [newId('FILE'), newId('FILE'), newId('FILE')];
      const merchants = ids.map((id, at) =>
        uniqueMerchant({ merchantName: `Row ${id}`, ...(at === 1 && { mcc: 'X', legalName: '' }) }, id),
      );
      const content = JSON.stringify(merchants);
      const before = await sentRequests();
      const choose = async (page: Page, text: string) => {
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          page.getByLabel('File with merchants', { exact: true }).last().click(),
        ]);
        await chooser.setFiles({ name: 'merchants.json', mimeType: 'application/json', buffer: Buffer.from(text) });
      };
      const page = await world.openIdle('hassan', '/merchants/file');
      await choose(page, content);
      await page.getByText('2 ready to submit, 1 with findings, 0 submitted').waitFor();
      await takePicture(page, 'boarding-file-en-light');
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await sentMerchants('FILE')).toEqual([]);
      await page.locator('input[data-path=mcc]').fill('');
      // by the keyboard, with a blank: each letter is in the same field as the one before
      await page.locator('input[data-path=mcc]').pressSequentially('5411');
      await page.locator('input[data-path=legalName]').pressSequentially('Al Ain Trading ');
      await takePicture(page, 'boarding-file-corrected-en-light');
      await act(page, 'Check').click();
      await act(page, 'Submit 3 merchants').click();
      await page.getByText('0 ready to submit, 0 with findings, 3 submitted').waitFor();
      expect(await sentMerchants('FILE')).toHaveLength(3);

      const again = await world.openIdle('hassan', '/merchants/file');
      await choose(again, content.replace('"X"', '"5411"').replace('"legalName":""', '"legalName":"Al Ain Trading"'));
      await act(again, 'Submit 3 merchants').click();
      await again.getByText('0 ready to submit, 0 with findings, 3 submitted').waitFor();
      expect(await sentMerchants('FILE')).toHaveLength(3);
      expect(await sentRequests()).toBe(before + 3);
    });

    it('fits a phone in Arabic, and is available to people who may submit', async () => {
      const page = await world.openIdle('hassan', '/merchants/drafts/new', { language: 'ar', width: 360 });
      await page.getByRole('heading', { level: 1, name: 'تاجر جديد' }).waitFor();
      expect(await page.locator('html').evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(360);
      expect(await accessibilityFaults(page)).toEqual([]);
      await takePicture(page, 'boarding-form-ar-phone');
      const other = await world.openIdle('mariam', '/merchants/drafts/new');
      await other.getByText('You do not have access').waitFor();
    });
  });
}

/** Returns the values of a record by their paths, as a person types them. */
function leavesOf(value: unknown, path = ''): readonly [string, string][] {
  if (Array.isArray(value)) return value.flatMap((entry, at) => leavesOf(entry, `${path}[${at}]`));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, of]) => leavesOf(of, path === '' ? name : `${path}.${name}`));
  }
  return [[path, String(value)]];
}
