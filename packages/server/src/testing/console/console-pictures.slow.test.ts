import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexed } from '../background-work.ts';
import { requestToken } from '../cards/token-requests.ts';
import { backtestBank } from '../decisions/bank-backtests.ts';
import type { TestPartner } from '../decisions/decision-partners.ts';
import { TEST_NOW } from '../test-server.ts';
import { type Amina, makeAmina } from './amina.ts';
import { makeShops, type ReviewedShops } from './console-merchants.ts';
import { consoleScreens } from './console-screens.ts';
import { type ConsoleWorld, consoleWorld, takePicture, waitUntilIdle } from './console-world.ts';
import { IS_BROWSER_TRIED } from './installed-chromium.ts';
import { type MadePrograms, makeOwnPrograms } from './made-programs.ts';
import { type MadeRules, makeOwnRules } from './made-rules.ts';
import { makeEndpoints, type NotifiedEndpoints } from './notified-endpoints.ts';
import { makePartnerHistory } from './partner-history.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const COLOURS = ['color-contrast'];
/** Both languages and both color schemes. Dark pages differ only in colors, and Arabic pages only in text. */
const LOOKS = {
  en: [
    ['light', RULES],
    ['dark', undefined],
  ],
  ar: [['dark', RULES]],
} as const;

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 900 };
/** The width of the page after its next layout. */
const WIDTH = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
  resolve(document.documentElement.scrollWidth))))`;

async function showIn(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
}

/**
 * Opens a screen by a link within the page, via an address without a screen, so that nothing of the previous screen remains.
 */
async function openScreen(page: Page, path: string): Promise<void> {
  const goTo = (address: string) =>
    page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${address}`)})`);
  await goTo('/no-such-screen');
  const missing = page.locator('[data-missing]');
  await missing.waitFor();
  await goTo(path);
  await missing.waitFor({ state: 'detached' });
  await page.locator('main#content h1').waitFor();
  await waitUntilIdle(page);
}

if (IS_BROWSER_TRIED) {
  describe('every screen of the console', () => {
    let world: ConsoleWorld;
    let amina: Amina;
    let told: NotifiedEndpoints;
    let shops: ReviewedShops;
    let run: string;
    let tokenRequest: string;
    let offer: MadePrograms;
    let made: MadeRules;
    let partner: TestPartner;
    beforeAll(async () => {
      world = await consoleWorld();
      amina = await makeAmina(world.server);
      told = await makeEndpoints(world.server, amina.second.exid);
      shops = await makeShops(world.server);
      made = await makeOwnRules(world.server, amina.card);
      await indexed(world.server);
      const proposal = { cardSettings: { ecomStatus: 'OFF' } };
      run = String((await backtestBank(world.server, { proposal })).backtest_id);
      tokenRequest = await requestToken(world.server, amina.second.exid, { scores: { account: 2 } });
      // the partner declines some later payments
      offer = await makeOwnPrograms(world.server, amina.card);
      partner = await makePartnerHistory(world.server, amina.card);
    });
    afterAll(async () => {
      await told?.close();
      await world?.close();
      await partner?.close();
    });

    /** Opens each screen as a person who may see all of it. The page itself is loaded once for each person. */
    const eachScreen = async (page: Page, look: (name: string) => Promise<void>) => {
      let signedIn: string | undefined;
      for (const { name, person, path } of consoleScreens({ amina, told, shops, run, tokenRequest, offer, made })) {
        if (person !== signedIn) {
          await page.context().clearCookies();
          await page.goto(`${world.url}/console/`);
          await page.locator(`[data-person="${person}"]`).click();
          // the next navigation would cancel the sign-in request
          await page.locator('main#content h1').waitFor();
          signedIn = person;
        }
        await openScreen(page, path);
        await look(name);
      }
    };

    it.concurrent.each(['en', 'ar'] as const)(
      'can be used by everybody (WCAG 2.2 AA, by axe) and fits a phone of 360 px, in %s',
      async (language) => {
        const page = await world.open({ language, now: TEST_NOW });
        const found: string[] = [];
        const look = async (name: string) => {
          for (const [scheme, rules] of LOOKS[language]) {
            await showIn(page, scheme);
            // pages contain no frames of other origins, so axe needs no page of its own
            const axe = new AxeBuilder({ page }).setLegacyMode();
            const { violations } = await (rules ? axe.withTags([...rules]) : axe.withRules(COLOURS)).analyze();
            found.push(
              ...violations.map(({ id, nodes }) => `${name} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
            );
            await takePicture(page, `${name}-${language}-${scheme}`);
          }
          await showIn(page, 'light');
          await page.setViewportSize(PHONE);
          const width = await page.evaluate<number>(WIDTH);
          if (width > PHONE.width) found.push(`${name} is too wide for a phone: ${width}`);
          await takePicture(page, `${name}-${language}-phone`);
          await page.setViewportSize(DESK);
        };
        await page.goto(`${world.url}/console/find`);
        await page.locator('[data-person="omar"]').waitFor();
        await look('sign-in');
        await eachScreen(page, look);
        expect(found).toEqual([]);
        await page.context().close();
      },
    );

    it('breaks no rule of its own policy, and has no fault', () => {
      expect(world.complaints).toEqual([]);
    });
  });
}
