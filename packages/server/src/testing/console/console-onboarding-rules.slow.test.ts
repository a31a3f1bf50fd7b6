import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInDemo } from '../callers/demo-sessions.ts';
import { accessibilityFaults } from './accessibility.ts';
import { type ConsoleWorld, consoleWorld, takePicture, waitUntilIdle } from './console-world.ts';
import { findEnglishTexts } from './english-texts.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';
import { PHONE } from './page-layout.ts';

const [REVIEWER, APPROVER] = ['mariam', 'yusuf'];
const API = '/V2/merchants/onboarding-rules';
const PAGE = '/merchants/onboarding-rules';
const EDIT = '/merchants/onboarding-rules/edit';

if (RUNS_BROWSER_TESTS) {
  describe('the rules for onboarding in the console', () => {
    let world: ConsoleWorld;
    const pages: Page[] = [];
    beforeAll(async () => {
      world = await consoleWorld();
    });
    beforeEach(async () => {
      await world.server.db.sql('delete from onboarding_rules');
      await requireSecondPerson([]);
    });
    afterEach(async () => {
      for (const page of pages.splice(0)) await page.context().close();
    });
    afterAll(() => world?.close());

    const openAs = async (...parameters: Parameters<ConsoleWorld['openAs']>) => {
      const page = await world.openAs(...parameters);
      pages.push(page);
      await waitUntilIdle(page);
      return page;
    };
    const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
    const dialogAct = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
    const codes = (page: Page, path: string) => page.locator(`textarea[data-path="${path}"]`);
    const read = async () => (await world.server.request({ method: 'GET', url: API, as: 'demo-acquirer' })).json;
    const replace = async (rules: object) =>
      (await world.server.request({ method: 'PUT', url: API, as: 'demo-acquirer', payload: { rules } })).status;
    const requireSecondPerson = async (kinds: readonly string[]) => {
      await world.server.db.sql(
        `update acquirers set configuration = configuration || '${JSON.stringify({ secondPerson: kinds })}'
          where acquirer_id = 'DEMO'`,
      );
      await world.server.server.periodicJobs.runDue();
    };
    const row = async (page: Page, name: string) => {
      const cells = page.getByRole('row', { name }).locator('td');
      await cells.first().waitFor();
      return cells.allTextContents();
    };

    it('an approver changes them with findings at their fields, and sees each version', async () => {
      const page = await openAs(APPROVER, '/merchants');
      await page.getByRole('main').getByRole('link', { name: 'Rules for onboarding' }).click();
      await page.getByText('From the configuration file').waitFor();
      expect(await page.locator('[data-category]').allTextContents()).toEqual(['7995 Betting, casinos', '7801-7802 ']);
      expect(await page.locator('nav a[data-active]').allTextContents()).toEqual([
        'Rules for onboarding',
        'Rules for onboarding',
      ]);
      await page.getByRole('link', { name: 'Change the rules' }).click();
      await codes(page, 'restricted_mccs').waitFor();
      expect(await act(page, 'Save the rules').isDisabled()).toBe(true);
      await codes(page, 'restricted_mccs').fill('7995\n7801-7802\n48X9');
      await codes(page, 'catalogues.card_schemes').fill('AAA, BB');
      await codes(page, 'catalogues.major_card_schemes').fill('AAA, CCC');
      await act(page, 'Save the rules').click();
      await dialogAct(page, 'Save the rules').click();
      const fault = page.locator('[data-fault="restricted_mccs[2]"]');
      expect(await fault.textContent()).toMatch(/^48X9: .*a merchant category of 4 digits, or a range/);
      await codes(page, 'restricted_mccs').fill('7995\n7801-7802\n4829');
      await act(page, 'Save the rules').click();
      await dialogAct(page, 'Save the rules').click();
      const other = page.locator('[data-fault="catalogues.major_card_schemes[1]"]');
      expect(await other.textContent()).toBe('CCC: is not in Card schemes');
      await takePicture(page, 'onboarding-rules-finding-en-light');
      await codes(page, 'catalogues.major_card_schemes').fill('AAA, BB');
      await page.getByLabel('Minimum score of a deny list hit').fill('0.9');
      await page.getByLabel('Account', { exact: true }).uncheck();
      await act(page, 'Save the rules').click();
      expect(await row(page, 'Minimum score')).toEqual(['0.85', '0.9']);
      expect(await row(page, 'Amendments that need')).toEqual(['Merchant category, Account', 'Merchant category']);
      expect(await row(page, 'Major card schemes')).toEqual(['None', 'AAA, BB']);
      await takePicture(page, 'onboarding-rules-look-en-light');
      await page.getByRole('dialog').getByLabel('Reason (optional)').fill('New scheme');
      await dialogAct(page, 'Save the rules').click();
      await page.getByRole('region', { name: 'Versions' }).getByText('New scheme').waitFor();
      expect(await read()).toMatchObject({
        version: 1,
        rules: {
          catalogues: { card_schemes: ['AAA', 'BB'], major_card_schemes: ['AAA', 'BB'] },
          restricted_mccs: ['7995', '7801-7802', '4829'],
          deny_list_threshold: '0.9',
          approved_amendments: ['MCC'],
        },
      });
      await replace({});
      await page.goto(`${world.url}/console${PAGE}?version=2`);
      expect(await row(page, 'Restricted categories')).toEqual(['7995, 7801-7802, 4829', 'None']);
      await page.getByRole('link', { name: 'Version 1' }).click();
      await page.getByText('These rules are not in force.').waitFor();
      await page.getByRole('link', { name: 'Use these rules again' }).click();
      await act(page, 'Save the rules').click();
      await dialogAct(page, 'Save the rules').click();
      await page.getByRole('link', { name: 'Version 3' }).waitFor();
      expect((await read()).rules).toMatchObject({ approved_amendments: ['MCC'], deny_list_threshold: '0.9' });
    });

    it('unsaved input remains until the person leaves, also if someone else changes the rules meanwhile', async () => {
      const page = await openAs(APPROVER, EDIT);
      await codes(page, 'restricted_mccs').fill('5933');
      await page.getByRole('navigation').getByRole('link', { name: 'Search' }).first().click();
      await dialogAct(page, 'Cancel').click();
      expect(await codes(page, 'restricted_mccs').inputValue()).toBe('5933');
      expect(await replace({ restricted_mccs: ['7995'], deny_list_threshold: '0.7' })).toBe(200);
      // by the keyboard
      await act(page, 'Save the rules').focus();
      await page.keyboard.press('Enter');
      await dialogAct(page, 'Save the rules').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByText('Someone else changed this', { exact: false }).waitFor();
      await page.keyboard.press('Escape');
      const notice = page.getByRole('alert', { name: 'Someone else changed the rules' });
      expect(await notice.getByRole('row', { name: 'Minimum score' }).locator('td').allTextContents()).toEqual([
        '0.85',
        '0.7',
      ]);
      await takePicture(page, 'onboarding-rules-meanwhile-en-light');
      expect(await act(page, 'Save the rules').isDisabled()).toBe(true);
      await notice.getByRole('button', { name: 'Continue editing' }).click();
      expect(await page.getByLabel('Minimum score of a deny list hit').inputValue()).toBe('0.7');
      await act(page, 'Save the rules').click();
      await dialogAct(page, 'Save the rules').click();
      await page.getByRole('link', { name: 'Version 2' }).waitFor();
      expect((await read()).rules).toEqual({ restricted_mccs: ['5933'], deny_list_threshold: '0.7' });
    });

    it('a change waits for a second person where the acquirer requires one', async () => {
      await requireSecondPerson(['onboarding.change']);
      const page = await openAs(APPROVER, EDIT, { width: PHONE.width, language: 'ar', scheme: 'dark' });
      await page.getByLabel('الحساب', { exact: true }).uncheck();
      await page.getByLabel('يمكن لمن أرسل التاجر أن يراجعه أو يعتمده أيضًا').check();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
      expect(await accessibilityFaults(page)).toEqual([]);
      await takePicture(page, 'onboarding-rules-edit-ar-dark-phone');
      await act(page, 'حفظ القواعد').click();
      await page.getByRole('dialog').getByLabel('السبب').fill('قسم جديد');
      await takePicture(page, 'onboarding-rules-propose-ar-dark-phone');
      await dialogAct(page, 'طلب الاعتماد').click();
      await page.getByRole('dialog').getByText('لم يتغيّر شيء بعد').waitFor();
      expect((await read()).version).toBe(0);
      await page.getByRole('dialog').getByRole('link', { name: 'فتح الطلب' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await row(page, 'تعديلات تحتاج إلى اعتماد')).toEqual(['فئة التاجر والحساب', 'فئة التاجر']);
      expect(await row(page, 'يمكن لمن أرسل التاجر')).toEqual(['لا', 'نعم']);
      await takePicture(page, 'onboarding-rules-approval-ar-dark-phone');
      const id = new URL(page.url()).searchParams.get('request');
      const approved = await world.server.request({
        method: 'POST',
        url: `/V2/change-requests/${id}/approve`,
        as: 'demo-approver',
        payload: {},
      });
      expect([approved.status, approved.json.state], approved.text).toEqual([200, 'APPLIED']);
      expect((await read()).rules).toMatchObject({ submitter_may_decide: true, approved_amendments: ['MCC'] });
    });

    it('people without the scope see text only', async () => {
      const page = await openAs(REVIEWER, PAGE, { width: PHONE.width, language: 'ar' });
      await page.locator('[data-category]').first().waitFor();
      expect(await page.locator('main :is(button, input, textarea, select)').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'تغيير القواعد' }).count()).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
      expect(await findEnglishTexts(page)).toEqual([]);
      expect(await accessibilityFaults(page)).toEqual([]);
      await takePicture(page, 'onboarding-rules-ar-light-phone');
      const edit = await openAs(REVIEWER, EDIT);
      await edit.getByText('You do not have access').waitFor();
      const bank = await openAs('layla', PAGE);
      await bank.getByText('You do not have access').waitFor();
    });

    it('a change request shows the condition of a rule as a sentence', async () => {
      await world.server.db.sql(`update banks set second_person = '{rule.retire}' where bank_id = 'DEMO'`);
      await world.server.server.periodicJobs.runDue();
      const [noor, salim] = [await signInDemo(world.server, 'noor'), await signInDemo(world.server, 'salim')];
      const condition = {
        all: [
          { field: 'channel', op: 'eq', value: 'ECOM' },
          { field: 'amount', op: 'gt', value: '10.00' },
        ],
      };
      const { json } = await noor.send('POST', '/V2/rules', { name: 'NIGHT', effect: '57', condition });
      const rule = `/V2/rules/${json.rule_id}`;
      await noor.send('POST', `${rule}/shadow`, {});
      await noor.send('POST', `${rule}/propose`, {});
      await world.server.server.backtestsIdle();
      await salim.send('POST', `${rule}/approve`, { version: 1 });
      const requested = await noor.send('POST', `${rule}/retire`, { version: 1, reason: 'Not needed' });
      expect(requested.status, requested.text).toBe(202);
      const english = await openAs('salim', '/approvals');
      const sentence = 'Channel is \u2068E-commerce\u2069 and Amount is greater than \u206810.00\u2069';
      expect(await row(english, 'Condition')).toEqual([sentence, '']);
      expect(await row(english, 'Status')).toEqual(['Live', 'Retired']);
      expect(await english.getByText('condition.').count()).toBe(0);
      await takePicture(english, 'approval-condition-en-light');
      const arabic = await openAs('salim', '/approvals', { language: 'ar', width: PHONE.width });
      expect((await row(arabic, 'الشرط'))[0]).toMatch(/القناة .*المبلغ .*10\.00/);
      expect(await arabic.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
      await takePicture(arabic, 'approval-condition-ar-light-phone');
    });

    it('have no fault, and violate no rule of the policy of the page', () => {
      // Chromium reports the response with the findings of a form
      expect(world.complaints.filter((one) => !one.includes('status of 400'))).toEqual([]);
    });
  });
}
