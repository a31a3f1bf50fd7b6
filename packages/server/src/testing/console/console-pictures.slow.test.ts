import type { LanguageCode } from '@cardwright/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_NOW } from '../test-server.ts';
import { accessibilityFaults } from './accessibility.ts';
import type { ConsoleScreen } from './console-screens.ts';
import { type ConsoleWorld, STORES_PICTURES, takePicture, waitUntilIdle } from './console-world.ts';
import { fillConsole } from './filled-console.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';
import { findTooWide, PHONE } from './page-layout.ts';

/** Both languages and both color schemes. Dark pages differ only in colors, and Arabic pages only in text. */
const THEMES = {
  en: [
    ['light', 'ALL'],
    ['dark', 'COLORS'],
  ],
  ar: [['dark', 'ALL']],
} as const;

const PEOPLE = ['layla', 'omar', 'noor', 'salim', 'rania', 'hassan', 'mariam', 'yusuf', 'karim'];

const DESK = { width: 1280, height: 900 };

const OVERLAY = '[role=menu], [role=dialog]';

/** A test opens every screen of a person, and each of its waits has its own limit. */
const WALK_MS = 1_800_000;

async function renderIn(page: Page, scheme: 'light' | 'dark'): Promise<void> {
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
  await page.locator('main#content :is(h1, [class*=notice])').first().waitFor();
  await waitUntilIdle(page);
}

/** Returns the faults of each open menu, calendar and dialog of a screen. The screen itself is checked separately. */
async function menuFaults(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const opener of await page.locator('main [aria-haspopup]').all()) {
    await opener.click();
    const menu = page.locator(OVERLAY).first();
    await menu.waitFor();
    found.push(...(await accessibilityFaults(page, 'ALL', OVERLAY)).map((fault) => `with an open menu: ${fault}`));
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  }
  return found;
}

if (RUNS_BROWSER_TESTS) {
  describe('every screen of the console', () => {
    let world: ConsoleWorld;
    let screens: readonly ConsoleScreen[];
    let close: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      ({ world, screens, close } = await fillConsole());
    });
    afterAll(() => close?.());

    /** Checks a page in each color scheme and on a phone. Returns what is not accessible or does not fit. */
    const findFaults = async (page: Page, name: string, language: LanguageCode): Promise<string[]> => {
      const found: string[] = [];
      for (const [scheme, rules] of THEMES[language]) {
        await renderIn(page, scheme);
        found.push(...(await accessibilityFaults(page, rules)));
        await takePicture(page, `${name}-${language}-${scheme}`);
        if (rules === 'ALL' && language === 'en') found.push(...(await menuFaults(page)));
      }
      await renderIn(page, 'light');
      found.push(...(await findTooWide(page)).map((wide) => `is too wide: ${wide}`));
      if (STORES_PICTURES) {
        await page.setViewportSize(PHONE);
        await takePicture(page, `${name}-${language}-phone`);
        await page.setViewportSize(DESK);
      }
      return found.map((fault) => `${name} in ${language} ${fault}`);
    };

    const findFaultsInLanguages = async (walk: (language: LanguageCode) => Promise<string[]>) =>
      (await Promise.all((['en', 'ar'] as const).map(walk))).flat();

    it(
      'includes an accessible sign-in page (WCAG 2.2 AA, by axe) that fits 1440 px and 360 px',
      async () => {
        const found = await findFaultsInLanguages(async (language) => {
          const page = await world.open({ language, now: TEST_NOW });
          await page.goto(`${world.url}/console/find`);
          await page.locator('[data-person="omar"]').waitFor();
          const faults = await findFaults(page, 'sign-in', language);
          await page.locator('[data-person="omar"]').click();
          await page.locator('main#content h1').waitFor();
          await page.locator('header button[aria-haspopup=menu]').click();
          await page.getByRole('menuitem').first().waitFor();
          faults.push(...(await findFaults(page, 'user-menu', language)));
          await page.context().close();
          return faults;
        });
        expect(found).toEqual([]);
      },
      WALK_MS,
    );

    it.each(PEOPLE)(
      'is accessible for %s (WCAG 2.2 AA, by axe), and fits 1440 px and 360 px',
      async (person) => {
        const found = await findFaultsInLanguages(async (language) => {
          const faults: string[] = [];
          const page = await world.openAs(person, '/', { language, now: TEST_NOW });
          for (const { name, path } of screens.filter((screen) => screen.person === person)) {
            await openScreen(page, path);
            faults.push(...(await findFaults(page, name, language)));
          }
          await page.context().close();
          return faults;
        });
        expect(found).toEqual([]);
      },
      WALK_MS,
    );

    it.each(PEOPLE)(
      'fits 1440 px and 360 px for the role of %s too',
      async (person) => {
        const found: string[] = [];
        const page = await world.openAs(person, '/', { now: TEST_NOW });
        for (const { name, path } of screens.filter((screen) => screen.person !== person)) {
          await openScreen(page, path);
          if ((await page.getByText('You do not have access').count()) > 0) continue;
          found.push(...(await findTooWide(page)).map((wide) => `${name}: ${wide}`));
        }
        await page.context().close();
        expect(found).toEqual([]);
      },
      WALK_MS,
    );

    it('has no error, and does not violate its content security policy', () => {
      expect(world.complaints).toEqual([]);
    });
  });
}
