import type { Page } from 'playwright-core';

/**
 * The texts of the page's content with at least three Latin words in a row that are neither code nor marked as English. Names
 * of people and endpoints have fewer words.
 */
const ENGLISH_TEXTS = `(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const isMarked = node.parentElement.closest('[lang=en], code, pre, datalist') !== null;
    if (!isMarked && /[a-z]{2,}(\\s+[a-z]{2,}){2,}/i.test(text)) found.push(text);
  }
  return found;
})()`;

/** Finds English texts of an Arabic page that a screen reader would read as Arabic. */
export function findEnglishTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(ENGLISH_TEXTS);
}
