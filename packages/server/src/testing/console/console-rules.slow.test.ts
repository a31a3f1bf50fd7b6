import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForIndex } from '../background-work.ts';
import { amountFields, use } from '../cards/card-control.ts';
import { type IssuedCard, issueCard } from '../cards/issued-cards.ts';
import type { TestPartner } from '../decisions/decision-partners.ts';
import { TEST_NOW } from '../test-server.ts';
import { fileConsole, takePicture } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';
import { makePartnerHistory } from './partner-history.ts';

const ANALYST = 'noor';
const ADMIN = 'salim';
const AGENT = 'layla';

if (RUNS_BROWSER_TESTS) {
  describe("a bank's own rules in the console", () => {
    let card: IssuedCard;
    /** The address of this test's rule, once it exists. */
    let address = '';
    let partner: TestPartner | undefined;
    const world = fileConsole();
    beforeAll(async () => {
      world.server.clock.set(TEST_NOW);
      card = await issueCard(world.server, { available: '1000.00' });
    });
    afterAll(async () => {
      await partner?.close();
    });

    const openAs = (person: string, path: string) => world.openIdle(person, path, { now: TEST_NOW });
    const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
    const confirm = (page: Page, verb: string) => page.getByRole('dialog').getByRole('button', { name: verb }).click();

    it('a list is created from pasted lines, changed, and shows its use; invalid entries are reported', async () => {
      const page = await openAs(ANALYST, '/rules');
      await page.getByText('No rules', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Merchant lists' }).click();
      await page.getByText('No lists', { exact: true }).waitFor();
      await page.getByLabel('List name').fill('known-shops');
      await page.getByLabel('List entries').fill('SHOP1\nSHOP2, A-SHOP-OF-16-LETTERS');
      await page.getByText('A-SHOP-OF-16-LETTERS is not a merchant ID of up to 15 characters').waitFor();
      await page.getByLabel('List entries').fill('SHOP1\nSHOP2');
      await page.getByRole('button', { name: 'Create list' }).click();
      await page.waitForURL(/\/lists\/known-shops$/);
      const entries = page.getByRole('list', { name: 'List entries' }).getByRole('listitem');
      await entries.nth(1).waitFor();
      expect(await entries.allTextContents()).toEqual(['SHOP1', 'SHOP2']);
      await page.getByRole('textbox', { name: 'List entries' }).fill('SHOP3,SHOP1');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('The entries are in the list').waitFor();
      await page.getByRole('button', { name: 'Remove SHOP2 from the list' }).click();
      await confirm(page, 'Remove');
      await page.getByText('SHOP2', { exact: true }).waitFor({ state: 'detached' });
      expect(await entries.allTextContents()).toEqual(['SHOP1', 'SHOP3']);
      await page.getByText('No rule uses this list.').waitFor();
    });

    it('a form and JSON show the same rule, with findings at their fields and a description in words', async () => {
      const page = await openAs(ANALYST, '/rules/new');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText('Use 2 to 24 uppercase letters, digits and _').waitFor();
      await page.getByText('Enter a decimal amount, such as 1500.00').waitFor();
      await page.getByLabel('Name').fill('large_payments');
      const at = (path: string) => page.locator(`[data-node="${path}"]`);
      await at('condition.all[0]').getByLabel('Value').fill('500.00');
      await page.getByRole('button', { name: 'Add comparison' }).click();
      const second = at('condition.all[1]');
      await second.getByLabel('Field').selectOption('merchantId');
      await second.getByLabel('Operator').selectOption('inList');
      await second.getByLabel('List').selectOption('known-shops');
      await second.getByRole('button', { name: 'Not' }).click();
      const inWords = page.locator('[data-condition]');
      expect((await inWords.textContent())?.replace(/[\u2066-\u2069]/g, '')).toBe(
        'All of these are met:Amount is greater than 500.00This is not met:Merchant is in the list known-shops',
      );
      await takePicture(page, 'rule-written-en-light');

      await page.getByRole('button', { name: 'JSON' }).click();
      const json = page.getByLabel('Condition as JSON');
      const text = await json.inputValue();
      expect(JSON.parse(text)).toEqual({
        all: [
          { field: 'amount', op: 'gt', value: '500.00' },
          { not: { field: 'merchantId', op: 'inList', value: 'known-shops' } },
        ],
      });
      await json.fill(text.replace('"gt",', '"gt"'));
      await page.getByText('Invalid JSON on line 6').waitFor();
      await page.getByRole('button', { name: 'Form' }).click();
      await page.getByText('The text is not discarded.').waitFor();
      await page.getByRole('button', { name: 'JSON' }).click();
      await json.fill(text.replace('known-shops', 'no-such-list'));
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText('condition.all[1].not.value').waitFor();
      await page.getByRole('button', { name: 'Form' }).click();
      await at('condition.all[1].not').getByText('The bank has no list with this name').waitFor();
      await at('condition.all[1].not').getByLabel('List').selectOption('known-shops');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByRole('heading', { level: 1, name: 'LARGE_PAYMENTS' }).waitFor();
      address = new URL(page.url()).pathname.replace('/console', '');
      await page.getByText('A draft evaluates no messages.').first().waitFor();
      await page.goto(`${world.url}/console/lists/known-shops`);
      await part(page, 'Used by').getByRole('link', { name: 'LARGE_PAYMENTS' }).waitFor();
    });

    it('a rule runs in shadow, and its report shows what it would have declined, by day', async () => {
      const page = await openAs(ANALYST, address);
      await page.getByRole('link', { name: 'Report', exact: true }).click();
      await page.getByText('No messages evaluated').waitFor();
      await page.getByRole('button', { name: 'Start shadow run' }).click();
      await confirm(page, 'Start shadow run');
      await page.getByText('It evaluates every message and decides nothing.').waitFor();
      for (const minor of [60_000, 4_000]) await use(world.server, card, amountFields(minor));
      await waitForIndex(world.server);
      await page.reload();
      const counted = part(page, 'By version').locator('tbody tr');
      expect(await counted.first().textContent()).toBe('121AED 600.000AED 0.00');
      const chart = part(page, 'Matches by day');
      await chart.getByRole('button', { name: 'Table' }).click();
      expect(await chart.locator('tbody tr').first().textContent()).toMatch(/20 Nov011$/);
      await takePicture(page, 'rule-shadow-en-light');
      await page.goto(`${world.url}/console/rules`);
      const row = page.getByRole('row', { name: /LARGE_PAYMENTS/ });
      await row.getByText('one would be declined').waitFor();
      expect(await row.textContent()).toContain('0 declined');
    });

    it('a rule is proposed with a backtest of the bank, and its proposer cannot approve it', async () => {
      const page = await openAs(ANALYST, address);
      await page.getByRole('button', { name: 'Propose', exact: true }).click();
      await confirm(page, 'Propose');
      await page.locator('[data-run=WAITING]').waitFor();
      await page.getByText('You wrote or proposed this version. Another person must approve it.').waitFor();
      await page.getByRole('button', { name: 'Cancel backtest' }).click();
      await page.getByText('The backtest failed. Propose the version again.').first().waitFor();
      await page.getByRole('button', { name: 'Propose', exact: true }).click();
      await confirm(page, 'Propose');
      await page.locator('[data-run=WAITING]').waitFor();
      await world.server.server.backtestsIdle();
      await page.locator('[data-run=DONE]').waitFor();
      await page.locator('[data-backtest="1"]').waitFor();
      const rules = part(page, 'Changes by rule').locator('tbody tr');
      expect(await rules.first().textContent()).toMatch(/LARGE_PAYMENTS.*1AED 600\.00$/);
      expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    });

    it('another person approves the proposal on the overview, the rule declines, and it can be retired', async () => {
      const admin = await openAs(ADMIN, '/overview');
      await part(admin, 'Rules waiting for approval').getByRole('link', { name: 'LARGE_PAYMENTS' }).click();
      await admin.locator('[data-backtest="1"]').waitFor();
      const ruled = part(admin, 'Changes by rule').locator('tbody tr');
      expect(await ruled.first().textContent()).toMatch(/LARGE_PAYMENTS.*1AED 600\.00$/);
      const found = part(admin, 'Decisions that would change').locator('tbody tr');
      await found.first().waitFor();
      // a result that the role cannot open is shown without a link
      expect([await found.count(), await found.getByRole('link').count()]).toEqual([1, 0]);
      expect(await admin.getByRole('button', { name: 'Reject' }).count()).toBe(1);
      await admin.getByRole('button', { name: 'Approve' }).click();
      await takePicture(admin, 'rule-approve-en-light');
      await confirm(admin, 'Approve');
      await admin.getByText('It declines messages that meet its condition.').waitFor();
      expect(await admin.getByRole('button', { name: 'Retire' }).count()).toBe(0);
      const { reason } = await use(world.server, card, amountFields(60_000));
      expect(reason).toBe('LARGE_PAYMENTS');

      const agent = await openAs(AGENT, address);
      await agent.getByText('It declines messages that meet its condition.').waitFor();
      expect(await agent.getByRole('button', { name: 'New version' }).count()).toBe(0);

      const page = await openAs(ANALYST, address);
      await page.getByRole('button', { name: 'New version' }).click();
      await page.locator('[data-node="condition.all[0]"]').getByLabel('Value').fill('800.00');
      await page.getByRole('button', { name: 'Save new version' }).click();
      await page.getByText('Version 1 is live.').waitFor();
      await page.getByRole('link', { name: 'Versions', exact: true }).click();
      await page.getByRole('link', { name: 'Version 1' }).click();
      await page.waitForURL(/version=1/);
      await page.getByRole('button', { name: 'Retire' }).click();
      await confirm(page, 'Retire');
      await page.getByText('This version cannot be used again.').waitFor();
      expect((await use(world.server, card, amountFields(1_000))).reason).toBe('APPROVED');

      await page.getByRole('link', { name: 'Versions', exact: true }).click();
      await page.getByRole('link', { name: 'Version 2' }).click();
      for (const verb of ['Start shadow run', 'Propose']) {
        await page.getByRole('button', { name: verb, exact: true }).click();
        await confirm(page, verb);
      }
      await page.locator('[data-run=WAITING]').waitFor();
      await admin.goto(`${world.url}/console${address}`);
      await admin.getByText('You can approve it when the backtest is done.').waitFor();
      expect(await admin.getByRole('button', { name: 'Cancel backtest' }).count()).toBe(0);
      await admin.getByRole('button', { name: 'Reject' }).click();
      await admin.getByRole('dialog').getByLabel('Reason (optional)').fill('Nobody pays that much');
      await confirm(admin, 'Reject');
      await admin.getByText('The proposal was rejected. This version cannot be used again.').waitFor();
      await admin.getByRole('link', { name: 'Versions', exact: true }).click();
      await part(admin, 'Versions').getByText('Nobody pays that much').waitFor();
      await world.server.server.backtestsIdle();
    });

    it('the state of the decision partner and the decisions of the stand-in are shown', async () => {
      const page = await openAs(ANALYST, '/partner');
      await page.getByText('The gateway decides alone.').waitFor();
      partner = await makePartnerHistory(world.server, card);
      await page.reload();
      await page.locator('[data-breaker=CLOSED]').getByText('One of the recent calls failed.').waitFor();
      const rows = part(page, 'Responses').locator('tbody tr');
      expect(await rows.allTextContents()).toEqual([...['Approved250%', 'Declined125%', 'Invalid response125%']]);
      const decided = part(page, 'Stand-in decisions');
      expect(await decided.locator('[data-stood-in=AED]').textContent()).toBe(
        'On this business day, stand-in has approved payments for one account AED 12.50',
      );
      await decided.getByText('No response was late.').waitFor();
      expect(await part(page, 'Configuration').textContent()).toMatch(/2,500 ms.*20\.00.*100\.00$/);
      await takePicture(page, 'partner-en-light');
      await decided.getByRole('link', { name: 'Declined by the partner' }).click();
      await page.waitForURL(/rule=PARTNER_DECLINED/);
    });

    it('the console has no error, and does not violate its content security policy', () => {
      expect(world.complaints.filter((complaint) => !complaint.includes('status of 400'))).toEqual([]);
    });
  });
}
