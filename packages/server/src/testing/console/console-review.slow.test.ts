import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fileResource } from '../file-resources.ts';
import { newId } from '../merchants/merchants.ts';
import { readApplicationOf, review, submitAndScreen, uniqueMerchant } from '../merchants/reviews.ts';
import { makeShops } from './console-merchants.ts';
import { fileConsole, takePicture } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

const [BOARDING, REVIEWER, APPROVER, AUDITOR] = ['hassan', 'mariam', 'yusuf', 'dina'];

if (RUNS_BROWSER_TESTS) {
  describe('the review of merchants in the console', () => {
    const world = fileConsole();
    const shops = fileResource(() => makeShops(world.server));

    const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
    /** Confirms an action in the dialog, with a reason. */
    const confirm = async (page: Page, verb: string) => {
      const look = page.getByRole('dialog');
      await look.getByLabel('Reason').fill('Papers were seen');
      await act(page.getByRole('dialog') as never, verb).click();
      await look.waitFor({ state: 'detached' });
    };
    const merchantOf = async ({ applicationId }: { applicationId: string }) =>
      (await readApplicationOf(world.server, applicationId)).json.merchants[0];

    it('leads from the queue, hits first, to an approval by a second person, who sees what is missing', async () => {
      const page = await world.openIdle(REVIEWER, '/');
      await page.getByRole('heading', { level: 1, name: 'Awaiting decision' }).waitFor();
      const rows = page.locator('tbody a[data-application]');
      // received at the same time, so either hit may come first
      expect((await rows.allTextContents()).slice(0, 2).sort()).toEqual(['Lucky Hall', 'Mall Shop 1 and 39 more']);
      const approver = await world.openIdle(APPROVER, `/merchants/${shops.games.applicationId}`);
      expect(await act(approver, 'Approve').isDisabled()).toBe(true);
      const why = approver.locator('li', { hasText: /^(A hit is not cleared|The (KYC|merchant) is not)/ });
      expect(await why.allTextContents()).toEqual([
        'A hit is not cleared.',
        'The merchant is not reviewed.',
        'The KYC is not confirmed.',
        'The merchant is not reviewed.',
        'The merchant is not reviewed.',
      ]);
      // a change at the instant of the last read would not count as newer
      world.server.clock.advance(1_000);
      await rows.filter({ hasText: 'Lucky Hall' }).click();
      await page.getByRole('heading', { level: 1, name: 'Lucky Hall' }).waitFor();
      await takePicture(page, 'application-hit-en-light');
      await act(page, 'Clear').click();
      await confirm(page, 'Clear');
      await page.locator('[data-hit=CLEARED]').waitFor();
      await act(page, 'Confirm KYC').click();
      await confirm(page, 'Confirm KYC');
      await page.getByText('The KYC is already confirmed.').waitFor();
      await act(page, 'Complete review').click();
      await confirm(page, 'Complete review');
      await page.getByText('Reviewed', { exact: true }).waitFor();
      expect(await act(page, 'Approve').count()).toBe(0);
      expect(await page.locator('header').getByText('Awaiting approval').isVisible()).toBe(true);
      expect(await page.locator('header').getByText('Mariam Khoury (you)').isVisible()).toBe(true);
      await page.locator('a[data-next]', { hasText: 'Next: Mall Shop 1' }).waitFor();
      await takePicture(page, 'application-next-en-light');

      const approverPage = await world.openIdle(APPROVER, '/');
      await approverPage.locator('nav [data-asked]').getByText('1', { exact: true }).waitFor();
      expect(await approverPage.locator('tbody a[data-application]').allTextContents()).toEqual(['Lucky Hall']);
      expect(await approverPage.getByText('Reviewed by Mariam Khoury').isVisible()).toBe(true);
      await takePicture(approverPage, 'review-queue-approver-en-light');
      await approverPage.getByRole('link', { name: 'Submitted by you' }).click();
      await approverPage.getByRole('heading', { level: 1, name: 'Submitted by you' }).waitFor();
      await approverPage.getByText('No applications waiting').waitFor();

      await approver.getByRole('alert', { name: /Someone else changed this merchant/ }).waitFor();
      expect(await approver.getByText('Mariam Khoury', { exact: true }).count()).toBeGreaterThan(0);
      await act(approver, 'Continue with the changes').click();
      await act(approver, 'Approve').click();
      await confirm(approver, 'Approve');
      await approver.locator('header').getByText('Active', { exact: true }).waitFor();
      await approver.getByText('Nothing else is waiting for you.').waitFor();
      const merchant = await merchantOf(shops.games);
      expect([merchant.status, merchant.merchantState]).toEqual(['BOARDED', 'ACTIVE']);
      expect(merchant.reviewedBy).not.toBe(merchant.approvedBy);
    });

    it('lets an approver return a merchant to review, and reject it after another review', async () => {
      const { applicationId } = await submitAndScreen(world.server, [
        uniqueMerchant({ merchantName: 'Quay Bakery' }, newId('QUAY')),
      ]);
      const page = await world.openIdle(APPROVER, `/merchants/${applicationId}`);
      expect(await act(page, 'Reject').isDisabled()).toBe(true);
      expect(await act(page, 'Return to review').isDisabled()).toBe(true);
      expect(await page.getByText('The merchant is not reviewed.').count()).toBe(3);
      expect(await act(page, 'Request information').count()).toBe(0);
      await review(world.server, applicationId, 'review');
      await page.reload();
      await act(page, 'Return to review').click();
      await takePicture(page, 'application-return-en-light');
      await confirm(page, 'Return to review');
      await page.locator('header').getByText('Awaiting review').waitFor();
      const history = page.getByRole('region', { name: 'History' });
      await history.getByText('Returned to review', { exact: true }).waitFor();
      await history.getByText('Papers were seen').waitFor();

      const reviewer = await world.openIdle(REVIEWER, '/tasks');
      await reviewer.getByText('Quay Bakery').first().waitFor();
      await review(world.server, applicationId, 'review');
      await page.reload();
      await act(page, 'Reject').click();
      await page.getByRole('dialog').getByText('This cannot be undone').waitFor();
      await confirm(page, 'Reject');
      await page.locator('header').getByText('Rejected', { exact: true }).waitFor();
      const merchant = await merchantOf({ applicationId });
      expect([merchant.status, merchant.reviews[0].action]).toEqual(['REJECTED', 'REJECTED']);
    });

    it('lets a reviewer replace the deny list with a file, and names each line with an error', async () => {
      const page = await world.openIdle(REVIEWER, '/merchants');
      await page.getByRole('link', { name: 'Deny list' }).click();
      await page.getByText('No names').waitFor();
      const replaceWith = async (text: string) => {
        await page.locator('input[type=file]').setInputFiles({
          name: 'denied.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(text),
        });
        await act(page, 'Replace the list').click();
        await act(page.getByRole('dialog') as never, 'Replace the list').click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      await replaceWith('name,reason\nBlack Harbour Trading,fraud\n,no name\n');
      await page.locator('[data-fault="Line 3"]').waitFor();
      await page.getByText('No names').waitFor();
      await replaceWith('name,reason\nBlack Harbour Trading,fraud\nBLACK HARBOUR TRADING LLC,again\n');
      await page.getByText('The list now has 1 name. 1 line repeats an earlier name and is left out.').waitFor();
      await page.getByRole('cell', { name: 'Black Harbour Trading' }).waitFor();
      await takePicture(page, 'deny-list-en-light');
      const approver = await world.openIdle(APPROVER, '/merchants/deny-list');
      await approver.getByText('You do not have access').waitFor();
    });

    it('tells the reviewer that another person has to approve', async () => {
      const page = await world.openIdle(APPROVER, `/merchants/${shops.amended.amendment}`);
      const { subject } = await page.evaluate<{ subject: string }>(
        `fetch('/console/session', { headers: { 'X-Cardwright-Console': '1' } }).then((answer) => answer.json())`,
      );
      await world.server.db.sql('update merchant_amendments set reviewed_by = $1 where application_id = $2', [
        subject,
        shops.amended.amendment,
      ]);
      await page.reload();
      await page.getByText('You reviewed this merchant. Another person must approve it.').waitFor();
      expect(await act(page, 'Approve').isDisabled()).toBe(true);
      await page.locator('[data-changed=mcc]').waitFor();
      expect(await page.locator('[data-changed=mcc]').textContent()).toContain('5814');
    });

    it('decides forty merchants of one request together, except those with open hits', async () => {
      const page = await world.openIdle(REVIEWER, `/merchants/${shops.mall.applicationId}?hits=NONE`);
      expect(await page.locator('tbody tr').count()).toBe(38);
      await act(page, 'Select all listed merchants').click();
      await act(page, 'Complete review: 38').click();
      await confirm(page, 'Complete review: 38');
      await page.getByText('0 selected').waitFor();

      const approver = await world.openIdle(APPROVER, `/merchants/${shops.mall.applicationId}`);
      await act(approver, 'Select all listed merchants').click();
      await act(approver, 'Approve: 38').click();
      await approver.getByRole('dialog').getByText('2 merchants are excluded: A hit is not cleared.').waitFor();
      await confirm(approver, 'Approve: 38');
      const { json } = await readApplicationOf(world.server, shops.mall.applicationId);
      expect(json.counts).toEqual({ BOARDED: 38, PENDING_APPROVAL: 2 });
    });

    it('requests fields that are selected on the page, and boarding sends them again', async () => {
      const page = await world.openIdle(REVIEWER, `/merchants/${shops.mall.applicationId}?hits=OPEN`);
      await page.locator('tbody a').first().click();
      const name = await page.getByRole('heading', { level: 1, name: /Mall Shop/ }).textContent();
      await act(page, 'Request information').click();
      await page.locator('[data-path="addresses[0].city"]').check();
      await page.getByLabel('Addresses 1 › City').fill('Which city is it?');
      await page.getByLabel('Missing information').selectOption('website');
      await page.locator('input[name=website]').fill('Send the address of the shop');
      await page.getByLabel('Reason').fill('The license names another city');
      await page.locator('form').getByRole('button', { name: 'Request information' }).click();
      await page.locator('header').getByText('Information requested').waitFor();

      const boarding = await world.openIdle(
        BOARDING,
        new URL(page.url()).pathname.replace('/console', '') + new URL(page.url()).search,
      );
      await boarding.getByLabel('Addresses 1 › City').fill('Sharjah');
      await boarding.locator('input[name=website]').fill('https://shop.example');
      await act(boarding, 'Resubmit').click();
      await boarding.getByRole('heading', { level: 1, name: String(name) }).waitFor();
      await boarding.locator('[data-changed="addresses[0].city"]').waitFor();
      expect(await boarding.locator('[data-changed="addresses[0].city"]').textContent()).toMatch(/Dubai.*Sharjah/);
      expect(await boarding.locator('[data-changed=website]').textContent()).toMatch(
        /nothing.*https:\/\/shop\.example/,
      );
      expect(await act(boarding, 'Complete review').count()).toBe(0);
    });

    it('shows an auditor everything without actions, finds merchants by name, and prints without buttons', async () => {
      const page = await world.openIdle(AUDITOR, '/merchants/all');
      await page.keyboard.press('Control+K');
      await page.getByRole('dialog').getByRole('searchbox').fill('oasis pap');
      await page.getByRole('dialog').locator('a[data-found]').first().click();
      await page.getByRole('heading', { level: 1, name: 'Oasis Papers' }).waitFor();
      await page.getByText('Send the name of the license').waitFor();
      const inMain = page.locator('main').getByRole('button');
      expect((await inMain.allTextContents()).filter((text) => text !== '')).toEqual(['Print']);
      await page.emulateMedia({ media: 'print' });
      expect(await act(page, 'Print').isVisible()).toBe(false);
      expect(await page.getByText('Submitted record').isVisible()).toBe(true);
      expect(await page.locator('nav').first().isVisible()).toBe(false);
    });

    it('has filters in the address, and shows nothing to people of a bank', async () => {
      const page = await world.openIdle(AUDITOR, '/merchants?status=INFORMATION_REQUIRED&q=oasis');
      expect(await page.locator('nav [data-asked]').count()).toBe(0);
      expect(await page.locator('tbody a[data-application]').allTextContents()).toEqual(['Oasis Papers']);
      await page.getByLabel('Status', { exact: true }).selectOption('REJECTED');
      await page.waitForURL(/status=REJECTED/);
      await page.getByText('No applications waiting').waitFor();
      const other = await world.openIdle('layla', '/merchants');
      await other.getByText('You do not have access').waitFor();
    });

    it('makes no decision about a merchant that another person has just changed', async () => {
      const page = await world.openIdle(REVIEWER, `/merchants/${shops.amended.amendment}`);
      await act(page, 'Reject').click();
      await page.getByRole('dialog').getByLabel('Reason').fill('Not this category');
      world.server.clock.advance(1_000);
      await review(world.server, shops.amended.amendment, 'review');
      await act(page.getByRole('dialog') as never, 'Reject').click();
      await page
        .getByRole('dialog')
        .getByText(/was changed at/)
        .waitFor();
      expect((await merchantOf({ applicationId: shops.amended.amendment })).status).toBe('PENDING_APPROVAL');
    });
  });
}
