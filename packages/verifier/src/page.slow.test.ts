import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { CHROMIUM, RUNS_BROWSER_TESTS } from '../../server/src/testing/console/installed-chromium.ts';

const golden = fileURLToPath(new URL('../golden/12.json', import.meta.url));
const page = new URL('../dist/bundle/verify.html', import.meta.url).href;
let browser: Browser | undefined;
afterAll(() => browser?.close());

if (RUNS_BROWSER_TESTS) {
  it('the page, opened as a file, verifies a proof without a network, and shows which checks hold and which do not', async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM as string, args: ['--no-sandbox'] });
    const tab = await browser.newPage();
    const complaints: string[] = [];
    tab.on('pageerror', ({ message }) => complaints.push(message));
    tab.on('request', (request) => request.url().startsWith('file:') || complaints.push(request.url()));
    await tab.goto(page);
    await tab.getByLabel('Proof of a decision or of the log').setInputFiles(golden);
    await tab.getByText('Nothing fails, but not everything could be checked.').waitFor();
    const { key } = JSON.parse(readFileSync(golden, 'utf8')) as { key: string };
    await tab.getByLabel('Public key').fill(key);
    await tab.getByLabel('Heads of the log').setInputFiles(golden);
    await tab.getByText('Everything holds.').waitFor();
    const forged = readFileSync(golden, 'utf8').replace('"matches":1', '"matches":2');
    const file = { name: 'forged.json', mimeType: 'application/json', buffer: Buffer.from(forged) };
    await tab.getByLabel('Proof of a decision or of the log').setInputFiles(file);
    await tab.getByText('The part "facts" is not the one that the server signed: it was changed.').waitFor();
    expect(complaints).toEqual([]);
  });
}
