import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { restrict } from '../cards/card-control.ts';
import { clientBody } from '../cards/issued-cards.ts';
import { newToken } from '../cards/tokens.ts';
import { fileResource } from '../file-resources.ts';
import { accessibilityFaults } from './accessibility.ts';
import { makeAmina } from './amina.ts';
import { fileConsole, takePicture, waitUntilIdle } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

const PHONE = { width: 360, height: 900 };

if (RUNS_BROWSER_TESTS) {
  describe('issuing cards in the console', () => {
    const world = fileConsole();
    const amina = fileResource(() => makeAmina(world.server));

    const cardAt = async (page: Page) => {
      const exid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const { json } = await world.server.request({ method: 'GET', url: `/V2/cards?exid=${exid}`, as: 'demo-bank' });
      return (json.items as Record<string, unknown>[])[0] ?? {};
    };
    /** Creates a customer with a mailing address, an account, and a physical card with a token and a restriction. */
    const makeCaller = async (id: string) => {
      const address = { address_type: 'PERMANENT', address_line_1: 'Villa 7', city: 'Dubai', country: 'ARE' };
      await world.server.envelope('clients.create-client', clientBody(id, { addresses: [address] }));
      const { body } = await world.server.envelope('accounts.create-account', {
        customer_id: id,
        card_type: 'DEBIT',
        account: { customer_id: id, branch_code: '001', product_code: 'DEBIT-CLASSIC', currency: 'AED' },
      });
      const accountNumber = String(body.account_number);
      const issued = await world.server.envelope('cards.create-card', {
        ...{ customer_id: id, account_number: accountNumber, card_type: 'DEBIT' },
        card: {
          ...{ customer_id: id, account_number: accountNumber, cardholder_name: 'TEST HOLDER', bin_number: '400000' },
          ...{ product_code: 'DEBIT-CLASSIC', card_role: 'P', currency: 'AED', card_virtual_indicator: 'P' },
        },
      });
      const exid = String(issued.body.card_identifier_id);
      await newToken(world.server, exid);
      await restrict(world.server, { ...amina.card, exid }, { restriction_type: 'ATM', isAllowed: false });
      return { exid };
    };

    it('reissues a lost card with its restrictions and without its tokens', async () => {
      const { exid } = await makeCaller('CALLER-1');
      const page = await world.openAs('omar', '/customers/CALLER-1');
      await waitUntilIdle(page);
      await page.getByRole('region', { name: 'Cards' }).getByRole('link').first().click();
      await page.getByRole('button', { name: 'Permanent actions' }).waitFor();
      await page.getByRole('button', { name: 'Permanent actions' }).click();
      await page.getByRole('menuitem', { name: 'Report lost and reissue' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Its token is deleted, and its wallet is notified.').waitFor();
      await dialog.getByText('Villa 7').waitFor();
      await dialog.getByRole('button', { name: 'Report lost and reissue' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('This card was reissued with a new number.').waitFor();
      expect(await cardAt(page)).toMatchObject({ card_identifier_id: exid, card_status: 'LOST' });
      await page.getByRole('link', { name: 'Open the new card' }).click();
      await page.locator('header').getByText('Active', { exact: true }).waitFor();
      const next = await cardAt(page);
      expect(next).toMatchObject({ card_status: 'ACTIVE', card_virtual_indicator: 'P', customer_id: 'CALLER-1' });
      const restrictions = await world.server.envelope('restrictions.enquire-restrictions', {
        card_identifier_id: next.card_identifier_id,
        card_identifier_type: 'EXID',
      });
      expect(JSON.stringify(restrictions.body)).toContain('ATM');
      const queued = await world.server.db.sql('select delivery_address from embossing_queue order by queue_id desc');
      expect(JSON.parse(String(queued[0]?.delivery_address))).toMatchObject({ address_line_1: 'Villa 7' });
    });

    it('sends the card to a corrected address, using only the keyboard', async () => {
      await makeCaller('CALLER-2');
      const page = await world.openAs('omar', '/customers/CALLER-2');
      await page.getByRole('region', { name: 'Cards' }).getByRole('link').first().click();
      await page.getByRole('button', { name: 'Permanent actions' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('menuitem', { name: 'Report stolen and reissue' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Correct the address' }).focus();
      await page.keyboard.press('Enter');
      await dialog.locator(':focus').and(dialog.getByLabel('Address line 1')).fill('Reception, Tower B');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.locator('header').getByText('Stolen', { exact: true }).waitFor();
      const queued = await world.server.db.sql('select delivery_address from embossing_queue order by queue_id desc');
      expect(JSON.parse(String(queued[0]?.delivery_address))).toEqual({
        ...{ address_line_1: 'Reception, Tower B', city: 'Dubai', country: 'ARE' },
      });
    });

    it('reissues a card that was reported earlier, as a virtual card', async () => {
      const { exid } = await makeCaller('CALLER-3');
      const named = { card_identifier_id: exid, card_identifier_type: 'EXID' };
      await world.server.envelope('cards.change-status', { ...named, status: { type: 'card_status', value: 'LOST' } });
      const page = await world.openAs('omar', `/cards/${exid}`);
      await page.getByRole('button', { name: 'Reissue', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: /^Virtual/ }).check();
      expect(await dialog.getByText('Villa 7').count()).toBe(0);
      await dialog.getByRole('button', { name: 'Reissue', exact: true }).click();
      await page.getByRole('link', { name: 'Open the new card' }).click();
      await page.locator('header').getByText('Active', { exact: true }).waitFor();
      expect(await cardAt(page)).toMatchObject({ card_virtual_indicator: 'V' });
    });

    it('creates a customer, an account and a card in turn', async () => {
      const page = await world.openAs('omar', '/find');
      await page.getByRole('button', { name: 'New customer' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Customer ID').fill(amina.customerId);
      await dialog.getByLabel('First name').fill('Sara');
      await dialog.getByLabel('Last name').fill('Hassan');
      await dialog.getByLabel('Date of birth').fill('31/01/1990');
      await dialog.getByLabel('Mobile phone').fill('+971501112233');
      await dialog.getByRole('button', { name: 'Create customer' }).click();
      await dialog.getByText('already exists').first().waitFor();
      // a click next to the dialog loses nothing
      await page.mouse.click(5, 5);
      expect(await dialog.getByLabel('First name').inputValue()).toBe('Sara');
      await dialog.getByLabel('Customer ID').fill('SARA-1');
      await dialog.getByRole('button', { name: 'Create customer' }).click();
      await page.getByRole('heading', { level: 1, name: 'SARA HASSAN' }).waitFor();
      await page.getByRole('button', { name: 'Open account' }).click();
      await dialog.getByLabel('Product').selectOption('DEBIT-CLASSIC');
      await dialog.getByLabel('Branch code').fill('001');
      await dialog.getByLabel('Opening balance').fill('12.345');
      await dialog.getByRole('button', { name: 'Open account' }).click();
      await dialog.locator('[data-fault=custom_fields]').waitFor();
      await dialog.getByLabel('Opening balance').fill('250.00');
      await dialog.getByRole('button', { name: 'Open account' }).click();
      await page.getByText('AED 250.00').first().waitFor();
      await page.getByRole('button', { name: 'Issue card' }).click();
      expect(await dialog.getByLabel('Name on the card').inputValue()).toBe('SARA HASSAN');
      await dialog.getByText('The customer has no mailing address').waitFor();
      await dialog.getByRole('radio', { name: /^Virtual/ }).check();
      await dialog.getByRole('button', { name: 'Issue card' }).click();
      await page.locator('header').getByText('Active', { exact: true }).waitFor();
      expect(await cardAt(page)).toMatchObject({ customer_id: 'SARA-1', card_virtual_indicator: 'V' });
    });

    it('offers only actions that the role permits', async () => {
      const page = await world.openAs('layla', `/cards/${amina.card.exid}`);
      await page.getByRole('button', { name: 'Permanent actions' }).click();
      expect(await page.getByRole('menuitem').allTextContents()).toEqual([
        'Replace damaged cardSame number. The tokens keep working',
      ]);
      for (const [path, button] of [
        ['/find', 'New customer'],
        [`/customers/${amina.customerId}`, 'Open account'],
        [`/accounts/${amina.accountNumber}`, 'Issue card'],
      ] as const) {
        await page.goto(`${world.url}/console${path}`);
        await waitUntilIdle(page);
        expect(await page.getByRole('button', { name: button }).count()).toBe(0);
      }
    });

    it.each(['en', 'ar'] as const)(
      'has accessible dialogs (WCAG 2.2 AA) that fit on a phone, in %s',
      async (language) => {
        const { exid } = await makeCaller(`CALLER-${language}`);
        const page = await world.openAs('omar', `/cards/${exid}`, { language });
        await waitUntilIdle(page);
        const found: string[] = [];
        const look = async (name: string) => {
          await page.getByRole('dialog').waitFor();
          await waitUntilIdle(page);
          for (const scheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme: scheme });
            await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
            found.push(...(await accessibilityFaults(page)).map((each) => `${name} ${scheme} ${each}`));
            await takePicture(page, `${name}-${language}-${scheme}`);
          }
          await page.emulateMedia({ colorScheme: 'light' });
          await page.setViewportSize(PHONE);
          const width = await page.evaluate<number>('document.documentElement.scrollWidth');
          if (width > PHONE.width) found.push(`${name} is too wide for a phone: ${width}`);
          await takePicture(page, `${name}-${language}-phone`);
          await page.setViewportSize({ width: 1280, height: 900 });
        };
        const main = page.locator('main#content');
        await main.locator('button[aria-haspopup=menu]').click();
        await page.getByRole('menuitem').first().waitFor();
        found.push(...(await accessibilityFaults(page)).map((each) => `menu ${each}`));
        await takePicture(page, `card-menu-${language}-light`);
        await page.getByRole('menuitem').first().click();
        await look('reissue');
        await page.getByRole('dialog').locator('address + button').click();
        await look('reissue-address');
        await page.keyboard.press('Escape');
        for (const [name, path] of [
          ['new-customer', '/find'],
          ['open-account', `/customers/${amina.customerId}`],
          ['issue-card', `/accounts/${amina.accountNumber}`],
        ] as const) {
          await page.goto(`${world.url}/console${path}`);
          await waitUntilIdle(page);
          await page.locator('main#content [data-opens]').click();
          await look(name);
          await page.keyboard.press('Escape');
        }
        expect(found).toEqual([]);
      },
    );

    it('has no error, and does not violate its content security policy', () => {
      // one form is sent with an amount that the server refuses
      expect(world.complaints.filter((complaint) => !complaint.includes('status of 400'))).toEqual([]);
    });
  });
}
