import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fileResource } from '../file-resources.ts';
import { accessibilityFaults } from './accessibility.ts';
import { consoleWorld, takePicture } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

const MAX_OF_FIRST_LOAD = 250_000;
const PAGES = [
  ['home', '/docs'],
  ['operation', '/docs/operations/cards.create-card'],
  ['guide', '/docs/guide/start/bank'],
  ['reference', '/docs/guide/interface/sandbox'],
] as const;

if (RUNS_BROWSER_TESTS) {
  describe('/docs in a browser', () => {
    const world = fileResource(() => consoleWorld());

    const goTo = async (page: Page, path: string) => {
      await page.goto(`${world.url}${path}`);
      await page.locator('main#content h1').first().waitFor();
    };
    const addressOf = (page: Page) => decodeURI(page.url().replace(world.url, ''));

    it('finds an operation using only the keyboard, shows its example, and sends it with one click', async () => {
      const page = await world.open();
      await goTo(page, '/docs');
      await page.keyboard.press('Control+K');
      await page.getByRole('dialog').getByRole('searchbox').fill('e-commerce author');
      await page.locator('a[data-found=operation]').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Authorize an e-commerce payment' }).waitFor();
      expect(addressOf(page)).toBe('/docs/operations/authorization.authorize-ecommerce');
      await page.locator('pre', { hasText: '"Message_Type": "Ecom_Rqst"' }).first().waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('[data-outcome="200"]').waitFor();
      expect(await page.getByRole('region', { name: 'Try it' }).textContent()).toContain('"Action_Code": "00"');
      await takePicture(page, 'docs-tried-en-light');
      await page.context().close();
    });

    it('loses no letter that is typed right after the key, before the index has loaded', async () => {
      const page = await world.open();
      await page.route(/docs-search-[^/]*\.js$/, async (route) => {
        await new Promise((wait) => setTimeout(wait, 500));
        await route.continue();
      });
      await goTo(page, '/docs');
      await page.keyboard.press('Control+K');
      await page.keyboard.type('idempotency');
      expect(await page.getByRole('dialog').getByRole('searchbox').inputValue()).toBe('idempotency');
      await page.keyboard.press('Enter');
      await page.waitForURL(/repeats/);
      await page.context().close();
    });

    it('guides readers by role and task, and common search words to the terms used here', async () => {
      const page = await world.open();
      await goTo(page, '/docs');
      await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
      await takePicture(page, 'docs-home-en-light');
      expect(await page.getByRole('navigation', { name: 'Contents' }).getByText('Decision records').count()).toBe(0);
      for (const [typed, title] of [
        ['3DS', '3-D Secure: not included'],
        ['chargeback', 'Disputes and chargebacks: not included'],
        ['rate limit', 'Rate limits'],
      ] as const) {
        await page.keyboard.press('Control+K');
        await page.keyboard.type(typed);
        await page.getByRole('option').first().waitFor();
        expect(await page.getByRole('option').first().textContent()).toContain(title);
        await page.keyboard.press('Escape');
      }
      await page.getByRole('link', { name: 'Contributors' }).click();
      await page
        .getByRole('heading', { level: 2, name: 'Decision records' })
        .or(page.getByText('Decision records'))
        .first()
        .waitFor();
      await page.context().close();
    });

    it('shows code that works unchanged, with the address of this server and a token', async () => {
      const page = await world.open();
      await goTo(page, '/docs/operations/cards.create-card');
      const request = page.locator('pre').first();
      await request.locator('[data-kind=string]').first().waitFor();
      expect(await request.textContent()).toContain(`grant_type=client_credentials ${world.url}/oauth2/token`);
      await page.getByRole('heading', { name: 'Example response: Success' }).waitFor();
      await page.getByRole('navigation', { name: 'Previous and next page' }).getByRole('link').first().waitFor();
      await goTo(page, '/docs/guide/start/bank');
      await page.getByText(`SERVER=${world.url}`).first().waitFor();
      await page.getByText('Response', { exact: true }).first().waitFor();
      await goTo(page, '/docs/guide/interface/sandbox');
      await takePicture(page, 'docs-sandbox-en-light');
      await page.getByRole('cell', { name: 'INSUFFICIENT_FUNDS' }).waitFor();
      await page.context().close();
    });

    it('finds fields and codes, and has an address for each example', async () => {
      const page = await world.open();
      await goTo(page, '/docs/operations/cards.create-card');
      await page.locator('select').selectOption({ label: 'The client does not exist at this bank' });
      await page.waitForURL(/example=client-not-found/);
      await page.getByRole('button', { name: 'curl' }).click();
      await page.getByText("curl -s 'http").waitFor();
      await page.reload();
      await page.getByText('HTTP 404').first().waitFor();
      await page.keyboard.press('Control+K');
      await page.getByRole('searchbox').fill('card_sequence_number');
      await page.locator('a[data-found=field]').first().click();
      await page.waitForURL(/#field-/);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.context().close();
    });

    it('sends an edited request, and shows a refusal unchanged', async () => {
      const page = await world.open();
      await goTo(page, '/docs/operations/accounts.read-account');
      await page.getByText('Edit the request').click();
      await page.getByLabel('Method and path').fill('/V2/accounts/001999999999');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('[data-outcome="404"]').waitFor();
      await page.getByText('"error_code": "302"').first().waitFor();
      await page.context().close();
    });

    it('redirects old addresses of documents to their sections, and changes pages without reloading', async () => {
      const page = await world.open();
      await goTo(page, '/docs/guide/interface/cards.html#status');
      expect(addressOf(page)).toBe('/docs/guide/interface/cards#status');
      await page.getByRole('heading', { name: 'Status', exact: true }).waitFor();
      expect(await page.evaluate<number>('window.scrollY')).toBeGreaterThan(500);
      await page.locator('article').getByRole('link', { name: 'Try it' }).first().click();
      await page.waitForURL(/operations\/cards\./);
      await goTo(page, '/docs/operations/cards.create-card');
      await page.goto(`${world.url}/docs/operations/cards.no-such-operation`);
      await page.getByText('Page not found', { exact: true }).waitFor();
      await page.context().close();
    });

    it('copies a page as Markdown, the same as its address with .md', async () => {
      const page = await world.open();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      for (const path of ['/docs/guide/interface/repeats', '/docs/operations/cards.create-card']) {
        await goTo(page, path);
        await page.getByRole('button', { name: 'Copy as Markdown' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        const served = await fetch(`${world.url}${path}.md`);
        expect(await page.evaluate<string>('navigator.clipboard.readText()'), path).toBe(await served.text());
      }
      await page.context().close();
    });

    it('loads at most 250 KB, including fonts, before it can be read', async () => {
      const page = await world.open();
      await goTo(page, '/docs/operations/cards.create-card');
      const bytes = await page.evaluate<number>(
        `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/docs/'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
      );
      expect(bytes).toBeGreaterThan(50_000);
      expect(bytes).toBeLessThanOrEqual(MAX_OF_FIRST_LOAD);
      await page.context().close();
    });

    it('is accessible, light and dark (WCAG 2.2 AA, by axe), and fits a phone of 360 px', async () => {
      const page = await world.open({ width: 360 });
      const found: string[] = [];
      for (const [name, path] of PAGES) {
        await goTo(page, path);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (width > 360) found.push(`${name} is ${width} wide`);
        for (const scheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
          // dark pages differ only in colors
          const faults = await accessibilityFaults(page, scheme === 'light' ? 'ALL' : 'COLORS');
          found.push(...faults.map((fault) => `${name} ${scheme} ${fault}`));
          await takePicture(page, `docs-${name}-${scheme}-phone`);
        }
      }
      expect(found).toEqual([]);
      await page.getByRole('button', { name: 'Contents' }).click();
      await page.getByRole('dialog').locator('summary', { hasText: 'webhooks' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Register a webhook endpoint' }).click();
      await page.getByRole('heading', { level: 1, name: 'Register a webhook endpoint' }).waitFor();
      await page.context().close();
    });

    it('has no error, and does not violate its content security policy', () => {
      expect(world.complaints).toEqual([]);
    });
  });
}
