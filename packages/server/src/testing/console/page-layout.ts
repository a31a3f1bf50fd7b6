import type { Page } from 'playwright-core';

/** A wide screen on which every table fits, and the smallest phone. */
export const SCREEN = { width: 1440, height: 900 };
export const PHONE = { width: 360, height: 740 };

/** Evaluates to the widths, after the next layout, of the page and of tables that scroll sideways. */
const TOO_WIDE = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const width = document.documentElement.scrollWidth;
  const tables = [...document.querySelectorAll('main table')].flatMap((table) => {
    const frame = table.parentElement;
    const scrolls = /auto|scroll/.test(getComputedStyle(frame).overflowX) && frame.scrollWidth > frame.clientWidth + 1;
    return scrolls ? [(table.getAttribute('aria-label') ?? 'table') + ' ' + frame.scrollWidth] : [];
  });
  resolve([...(width > innerWidth ? ['page ' + width] : []), ...tables]);
})))`;

/** Returns what is too wide on a screen of 1440 px and on a phone of 360 px. Restores the width of the page. */
export async function findTooWide(page: Page): Promise<readonly string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const size of [SCREEN, PHONE]) {
    await page.setViewportSize(size);
    const wide = await page.evaluate<readonly string[]>(TOO_WIDE);
    found.push(...wide.map((each) => `${each} at ${size.width}`));
  }
  if (before !== null) await page.setViewportSize(before);
  return found;
}
