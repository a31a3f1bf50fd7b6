import { beforeAll, describe, expect, it } from 'vitest';
import { signInDemo } from '../callers/demo-sessions.ts';
import { putInForce, writeRule } from '../decisions/bank-rules.ts';
import { TEST_NOW } from '../test-server.ts';
import { fileConsole, takePicture } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

const ANALYST = 'noor';
const ADMIN = 'salim';

if (RUNS_BROWSER_TESTS) {
  describe('promises in the console', () => {
    const world = fileConsole();
    beforeAll(() => {
      world.server.clock.set(TEST_NOW);
    });

    const openAs = (person: string, path: string, more: object = {}) =>
      world.openIdle(person, path, { now: TEST_NOW, ...more });

    it('are created with a reason, and changed', async () => {
      const page = await openAs(ANALYST, '/rules');
      await page.getByRole('link', { name: 'Promises' }).click();
      await page.getByText('No promises', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'New promise' }).click();
      await page.getByLabel('Name').fill('tuition');
      await page.getByRole('button', { name: 'JSON' }).click();
      const condition = { all: [{ field: 'mcc', op: 'prefix', value: '82' }] };
      await page.getByRole('textbox', { name: 'Condition as JSON' }).fill(JSON.stringify(condition));
      await page.getByLabel('Reason').fill('Parents pay on the last day');
      await takePicture(page, 'promise-written-en-light');
      await page.getByRole('button', { name: 'Save promise' }).click();
      const row = page.getByRole('table', { name: 'All promises' }).locator('tbody tr');
      await row.getByText('Never declined by a rule').waitFor();
      expect(await row.textContent()).toContain('TUITION');
      await row.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Reason').fill('Parents pay on the last day of August');
      await page.getByRole('button', { name: 'Save promise' }).click();
      await row.getByText('Parents pay on the last day of August').waitFor();
      await takePicture(page, 'promises-en-light');
    });

    it('block the approval of a proposal that breaks them, until another person overrides the check', async () => {
      const noor = await signInDemo(world.server, 'noor');
      const condition = { all: [{ field: 'mcc', op: 'eq', value: '8211' }] };
      const rule = { name: 'NO_SCHOOLS', effect: '57', condition };
      const { rule_id: id } = (await noor.send('POST', '/V2/rules', rule)).json;
      for (const move of ['shadow', 'propose']) await noor.send('POST', `/V2/rules/${id}/${move}`, {});
      await world.server.server.backtestsIdle();
      const address = `/rules/${id}`;
      const own = await openAs(ANALYST, address);
      await own.locator('[data-promise=BROKEN]').getByText('TUITION: Broken').waitFor();
      await own.getByText('Another person has to override the check').waitFor();
      expect(await own.getByRole('button', { name: 'Override' }).count()).toBe(0);

      const admin = await openAs(ADMIN, address);
      await admin.getByText('Declines nothing that is approved now: No').waitFor();
      await admin.locator('[data-promise=BROKEN]').evaluate('(panel) => panel.scrollIntoView({ block: "center" })');
      await takePicture(admin, 'promise-broken-en-light');
      await admin.getByRole('button', { name: 'Approve' }).click();
      await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await admin.getByRole('dialog').getByRole('alert').waitFor();
      await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await admin.getByRole('button', { name: 'Override' }).click();
      await admin.getByRole('dialog').getByLabel('Reason').fill('One school is a fraud');
      await takePicture(admin, 'promise-override-en-light');
      await admin.getByRole('dialog').getByRole('button', { name: 'Override' }).click();
      await admin.getByText('One school is a fraud').waitFor();
      expect(await admin.getByRole('button', { name: 'Override' }).count()).toBe(0);
      await admin.getByRole('button', { name: 'Approve' }).click();
      await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await admin.getByText('It declines messages that meet its condition.').waitFor();

      const phone = await openAs(ANALYST, `${address}?tab=backtest`, { width: 390, language: 'ar' });
      await phone.locator('[data-promise=BROKEN]').waitFor();
      await takePicture(phone, 'promise-broken-ar-phone');
      expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    });

    it('show the second person what the end of a rule breaks, who approves it with a reason', async () => {
      const noor = await signInDemo(world.server, 'noor');
      // a live rule of the test before breaks it
      const reason = 'One school is a fraud';
      const deletion = await openAs(ANALYST, '/promises');
      await deletion.getByRole('button', { name: 'Delete' }).click();
      await deletion.getByRole('dialog').getByLabel('Reason').fill(reason);
      await deletion.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
      await deletion.getByRole('dialog').getByText('Waiting for a second person').waitFor();
      const approvals = await openAs(ADMIN, '/approvals');
      await approvals.getByText('TUITION').first().waitFor();
      await approvals.getByRole('button', { name: 'Approve' }).click();
      await approvals.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await approvals.getByText('No requests', { exact: false }).waitFor();
      await world.server.db.sql(`update banks set second_person = '{rule.retire}' where bank_id = 'DEMO'`);
      await world.server.server.periodicJobs.runDue();
      const condition = { field: 'mcc', op: 'eq', value: '7995' };
      const { id } = await writeRule(world.server, condition, { name: 'NO_GAMBLING' });
      await putInForce(world.server, id);
      const promise = { condition, outcome: 'ALWAYS_DECLINED', reason: 'The license demands it' };
      expect((await noor.send('PUT', '/V2/promises/GAMBLING', promise)).status).toBe(200);
      const retired = await noor.send('POST', `/V2/rules/${id}/retire`, { version: 1, reason: 'False alarms' });
      expect(retired.status, retired.text).toBe(202);
      await world.server.server.backtestsIdle();

      const admin = await openAs(ADMIN, '/approvals');
      await admin.locator('[data-analysis=BROKEN]').getByText('Keeps the promise GAMBLING: No').waitFor();
      await takePicture(admin, 'approval-analysis-en-light');
      const phone = await openAs(ADMIN, '/approvals', { width: 390, language: 'ar' });
      await phone.locator('[data-analysis=BROKEN]').waitFor();
      await takePicture(phone, 'approval-analysis-ar-phone');
      expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      await admin.getByRole('button', { name: 'Approve' }).click();
      await admin.getByRole('dialog').getByText('It does not keep these promises: GAMBLING.').waitFor();
      await admin.getByRole('dialog').getByLabel('Reason').fill('The license has changed');
      await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await admin.getByText('No requests', { exact: false }).waitFor();
    });

    it('show for decisions what a changed ceiling of a program breaks', async () => {
      const noor = await signInDemo(world.server, 'noor');
      const limit = (most: string) => ({ cardNotPresentTransactionLimit: most });
      const program = (most: string) => ({ defaults: limit('100.00'), ceilings: limit(most), reason: 'A new season' });
      const url = '/V2/programs/DEBIT-CLASSIC';
      expect((await noor.send('PUT', url, program('500.00'))).status).toBe(200);
      const page = await openAs(ANALYST, '/promises?edit=new');
      await page.getByLabel('Name').fill('large');
      await page.getByLabel('Payments that meet the condition are').selectOption('ALWAYS_DECLINED DECISION');
      await page.getByRole('button', { name: 'JSON' }).click();
      const large = { field: 'amount', op: 'gt', value: '500.00' };
      const condition = { all: [large, { field: 'channel', op: 'eq', value: 'ECOM' }] };
      const onDebit = { all: [...condition.all, { field: 'product', op: 'eq', value: 'DEBIT-CLASSIC' }] };
      await page.getByRole('textbox', { name: 'Condition as JSON' }).fill(JSON.stringify(onDebit));
      await page.getByLabel('Reason').fill('The insurance demands it');
      await page.getByRole('button', { name: 'Save promise' }).click();
      await page.getByRole('table').getByText('Always declined, by a rule or any other control').waitFor();

      await world.server.db.sql(`update banks set second_person = '{program.change}' where bank_id = 'DEMO'`);
      await world.server.server.periodicJobs.runDue();
      const requested = await noor.send('PUT', url, program('900.00'));
      expect(requested.status, requested.text).toBe(202);
      await world.server.server.backtestsIdle();
      const admin = await openAs(ADMIN, '/approvals');
      const broken = admin.locator('[data-analysis=BROKEN]');
      await broken.getByText('At DEBIT-CLASSIC: Keeps the promise LARGE: No').waitFor();
      await broken.getByText('At DEBIT-CLASSIC: Declines nothing that is approved now: Yes, proved').waitFor();
      await takePicture(admin, 'approval-program-en-light');
      const phone = await openAs(ADMIN, '/approvals', { width: 390, language: 'ar' });
      await phone.locator('[data-analysis=BROKEN]').getByText('في المنتج DEBIT-CLASSIC').first().waitFor();
      await takePicture(phone, 'approval-program-ar-phone');
      expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      await admin.getByRole('button', { name: 'Approve' }).click();
      await admin.getByRole('dialog').getByText('It does not keep these promises: LARGE.').waitFor();
    });
  });
}
