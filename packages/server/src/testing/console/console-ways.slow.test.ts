import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage } from '../cards/issued-cards.ts';
import { fileResource } from '../file-resources.ts';
import { makeAmina } from './amina.ts';
import { fileConsole, takePicture, waitUntilIdle } from './console-world.ts';
import { exportedFile } from './exported-file.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

const MAX_OF_FIRST_LOAD = 250_000;

if (RUNS_BROWSER_TESTS) {
  describe('the console in a browser', () => {
    const world = fileConsole();
    const amina = fileResource(() => makeAmina(world.server));

    const addressOf = (page: Page) => page.url().replace(`${world.url}/console`, '');
    const actionCode = async () =>
      (await authorize(world.server, ecommerceMessage(amina.second))).json.Action_Code as string;

    it('signs a person in at the requested address', async () => {
      const page = await world.openAs('layla', '/authorizations?state=DECLINED');
      expect(addressOf(page)).toBe('/authorizations?state=DECLINED');
      await page.getByRole('heading', { level: 1, name: 'Decisions' }).waitFor();
      await page.locator('[data-filter=state]').getByText('Outcome: Declined').waitFor();
    });

    it('loads at most 250 KB, including fonts, before it can be used', async () => {
      const page = await world.openAs('layla', '/find');
      await waitUntilIdle(page);
      const bytes = await page.evaluate<number>(
        `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/console/assets/'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
      );
      expect(bytes).toBeGreaterThan(50_000);
      expect(bytes).toBeLessThanOrEqual(MAX_OF_FIRST_LOAD);
    });

    it('has no English sentence on an Arabic page, even in traces, explanations and errors of the server', async () => {
      const page = await world.openAs('omar', `/authorizations/${amina.declined}`, { language: 'ar' });
      /** Finds three Latin words in a row that are not all in upper case. Names and codes have no lower case. */
      const sentences = async () => {
        await waitUntilIdle(page);
        const texts = await page.locator('main#content, [role=dialog]').allInnerTexts();
        return texts
          .flatMap((text) => text.match(/[A-Za-z]+(?:[ ,]+[A-Za-z]+){2,}/g) ?? [])
          .filter((text) => /[a-z]/.test(text));
      };
      await page.locator('[data-verdict=REFUSE]').getByText('المفاتيح').waitFor();
      await page.getByText('التجارة الإلكترونية: متوقف').waitFor();
      await takePicture(page, 'decision-trace-ar-light');
      expect(await sentences()).toEqual([]);
      for (const path of [
        `/authorizations/${amina.approved}`,
        '/authorizations/999999999999',
        '/cards/9999999999999999990',
      ]) {
        await page.goto(`${world.url}/console${path}`);
        expect([path, await sentences()]).toEqual([path, []]);
      }
      await page.goto(`${world.url}/console/find`);
      await page.locator('main#content [data-opens]').click();
      const dialog = page.getByRole('dialog');
      for (const [at, value] of [amina.customerId, 'Sara', 'Hassan'].entries()) {
        await dialog.locator('input').nth(at).fill(value);
      }
      await dialog.getByLabel('تاريخ الميلاد').fill('٣١/٠١/١٩٩٠');
      await dialog.locator('input[type=tel]').first().fill('+971501112233');
      await dialog.locator('button[type=submit]').click();
      await dialog.getByText('العميل موجود من قبل.').first().waitFor();
      expect(await sentences()).toEqual([]);
    });

    it('finds a customer by name from any page, using only the keyboard', async () => {
      const page = await world.openAs('layla', '/authorizations');
      await page.keyboard.press('Control+K');
      await page.getByRole('dialog').getByRole('searchbox').fill('amina sal');
      await page.getByRole('dialog').locator('a[data-found]').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'AMINA SALEH' }).waitFor();
      expect(addressOf(page)).toBe(`/customers/${amina.customerId}`);
      // the customer's money, with the digits of its currency
      await page
        .getByRole('cell', { name: /AED 1,234,5\d\d\.\d\d/ })
        .first()
        .waitFor();
    });

    it('returns the focus to its origin, even from parts that are loaded when they open', async () => {
      const page = await world.openAs('layla', '/find', { width: 360 });
      for (const [name, within] of [
        [/colors, language, sign out/, 'menu'],
        ['Navigation', 'dialog'],
        [/Name, phone/, 'dialog'],
      ] as const) {
        const button = page.locator('header').getByRole('button', { name });
        await button.focus();
        await page.keyboard.press('Enter');
        await page.getByRole(within).locator(':focus').waitFor({ state: 'attached' });
        await page.keyboard.press('Escape');
        await page.getByRole(within).waitFor({ state: 'detached' });
        await page.locator('header button:focus').and(button).waitFor();
      }
    });

    it('shows events of a customer in one line each and the cards, and stores notes without card numbers', async () => {
      const page = await world.openAs('layla', `/customers/${amina.customerId}`);
      const happened = page.getByRole('region', { name: 'Activity' });
      await happened.locator('[data-event=SETTINGS]').first().waitFor();
      expect(await happened.locator('[data-event=SETTINGS]').last().textContent()).toContain(
        'Settings changed: E-commerce',
      );
      expect(await happened.locator('[data-event=DECISION]').count()).toBeGreaterThanOrEqual(2);
      expect(await happened.locator('[data-event=PROVISION]').count()).toBe(1);
      await page.getByRole('region', { name: 'Wallet tokens' }).getByText('Active', { exact: true }).waitFor();
      await page.getByRole('region', { name: 'Insurance' }).getByText('No insurance').waitFor();

      const notes = page.getByRole('region', { name: 'Notes' });
      await notes.getByLabel('New note').fill(`Asked about ${amina.card.cardNumber}.`);
      await notes.getByRole('button', { name: 'Add note' }).click();
      await notes.locator('[data-note]').waitFor();
      expect(await notes.locator('[data-note]').textContent()).toMatch(
        new RegExp(`^Asked about ${amina.card.masked}\\..* · Layla Haddad$`),
      );
      const auditor = await world.openAs('rania', `/customers/${amina.customerId}`);
      await auditor.locator('[data-note]').waitFor();
      expect(await auditor.getByRole('button', { name: 'Add note' }).count()).toBe(0);
    });

    it('sends no full card number, and has none in its address', async () => {
      const page = await world.openAs('layla', '/find');
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url()));
      await page.locator('main').getByRole('searchbox').fill(amina.card.cardNumber);
      await page.getByText('Full card numbers cannot be searched').waitFor();
      await waitUntilIdle(page);
      expect([...sent, page.url()].filter((url) => url.includes(amina.card.cardNumber))).toEqual([]);
    });

    it('explains a decision in sentences in the language of the page, and then every rule', async () => {
      const page = await world.openAs('layla', `/authorizations/${amina.declined}`);
      await page.getByRole('heading', { level: 1, name: 'Declined' }).waitFor();
      const sentences = page.locator('[data-sentences] p');
      expect(await sentences.first().textContent()).toMatch(/declined/);
      expect((await sentences.allTextContents()).join(' ')).toContain(
        'Payments in web shops are switched off for this account.',
      );
      const refused = page.locator('[data-verdict=REFUSE]');
      expect(await refused.count()).toBe(1);
      expect(await refused.innerHTML()).toContain('title="SWITCHES"');
      await page.getByRole('button', { name: 'العربية' }).click();
      await page.getByRole('heading', { level: 1, name: 'مرفوضة' }).waitFor();
      await page.locator('[data-sentences][lang=ar]').waitFor();
      expect(await page.evaluate<string>('document.documentElement.dir')).toBe('rtl');
    });

    it('has filters in the address, and exports all filtered rows', async () => {
      const page = await world.openAs('noor', `/authorizations?account_number=${amina.accountNumber}`);
      await waitUntilIdle(page);
      expect(await page.locator('tbody tr').count()).toBeGreaterThanOrEqual(2);
      await page.getByLabel('Add filter').selectOption('state');
      await page.getByLabel('Outcome', { exact: true }).selectOption('DECLINED');
      await page.waitForURL(/state=DECLINED/);
      await waitUntilIdle(page);
      expect(new URL(page.url()).searchParams.get('account_number')).toBe(amina.accountNumber);
      expect(await page.locator('tbody tr').count()).toBe(1);
      const lines = (await exportedFile(world, page)).trimEnd().split('\r\n');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(`,${amina.declined},`);
      await page.reload();
      await waitUntilIdle(page);
      expect(await page.locator('tbody tr').count()).toBe(1);
    });

    it('blocks a card after a confirmation, at once, and only permitted roles see how to unblock it', async () => {
      const page = await world.openAs('layla', `/cards/${amina.second.exid}`);
      await page.getByRole('button', { name: 'Block', exact: true }).click();
      const look = page.getByRole('dialog');
      await look.getByText('Payments with this card are declined until you unblock it.').waitFor();
      expect(await actionCode()).toBe('00');
      await look.getByRole('button', { name: 'Block', exact: true }).click();
      await look.waitFor({ state: 'detached' });
      await page.locator('header').getByText('Blocked', { exact: true }).waitFor();
      expect(await actionCode()).toBe('62');
      expect(await page.getByRole('button', { name: 'Unblock' }).count()).toBe(0);

      const operations = await world.openAs('omar', `/cards/${amina.second.exid}`);
      await operations.getByRole('button', { name: 'Unblock' }).click();
      await operations.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
      await operations.locator('header').getByText('Active', { exact: true }).waitFor();
      expect(await actionCode()).toBe('00');
    });

    it('shows only what the role permits', async () => {
      const page = await world.openAs('karim', `/customers/${amina.customerId}`);
      await page.getByText('You do not have access').waitFor();
      expect(await page.locator('nav a').allTextContents()).toEqual(['Service', 'Networks', 'People']);
      expect(await page.content()).not.toContain('AMINA');
    });

    it('requests a sign-in after the session has ended, and continues at the same place', async () => {
      const page = await world.openAs('layla', '/find');
      await page.context().clearCookies();
      await page.locator('main').getByRole('searchbox').fill('amina');
      await page.locator('[data-person="omar"]').click();
      await page.locator('main').getByRole('searchbox').waitFor();
      expect(addressOf(page)).toContain('/find');
      await page.locator('main a[data-found]').first().waitFor();
    });

    it('reports a failed action while the network is down, and repeats it afterwards', async () => {
      const page = await world.openAs('layla', '/find');
      await page.context().setOffline(true);
      await page.locator('main').getByRole('searchbox').fill('amina');
      await page.getByText('Cannot reach the server.').waitFor();
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('main a[data-found]').first().waitFor();
    });

    it('prevents pages of other origins from using the session', async () => {
      const page = await world.openAs('omar', `/cards/${amina.card.exid}`);
      const other = await page.context().newPage();
      // another port of the same machine: the same site, so the browser sends the cookie, but another origin
      await other.route('http://127.0.0.1:9/**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
      await other.goto('http://127.0.0.1:9/attack');
      const texts = await other.evaluate<string[]>(
        `Promise.all(['/console/session', '/V2/cards?exid=${amina.card.exid}'].map((path) =>
          fetch('${world.url}' + path, { credentials: 'include' }).then((answer) => answer.text(), () => 'refused')))`,
      );
      expect(texts).toEqual(['refused', 'refused']);
      const ended = await other.evaluate<number | string>(
        `fetch('${world.url}/console/session', { method: 'DELETE', credentials: 'include' })
          .then(({ status }) => status, () => 'refused')`,
      );
      expect(ended).toBe('refused');
      await page.reload();
      await page.getByRole('button', { name: 'Block', exact: true }).waitFor();
    });
  });
}
