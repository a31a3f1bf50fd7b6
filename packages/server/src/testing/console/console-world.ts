import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LanguageCode } from '@cardwright/contract';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { ROOT } from '../../../../repository/src/source-tree.ts';
import { examineDeployment } from '../../host/doctor/index.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import { fileResource } from '../file-resources.ts';
import { PUBLIC_URL, type TestServer, testServer } from '../test-server.ts';
import { WITHIN } from '../within.ts';
import { CHROMIUM } from './installed-chromium.ts';

const BUILD = new URL('../../../../../scripts/build-console.mjs', import.meta.url).href;
/** Pictures are taken only for `npm run screenshots`, because they take longer than all other checks of a page. */
export const STORES_PICTURES = process.env.CONSOLE_PICTURES !== undefined;
const PICTURES = join(ROOT, '.cache', 'console-pictures');
/** The pictures in the documentation; they show one screenful. */
const IN_DOCUMENTS = join(ROOT, 'docs', 'pictures');
const VISIBLE_NAMES = [
  'customer-en-light',
  'decision-en-light',
  'program-en-light',
  'rules-en-light',
  'rule-en-light',
  'promise-broken-en-light',
  'approval-analysis-en-light',
  'partner-en-light',
  'controls-look-en-light',
  'controls-ar-dark',
];

export type Scheme = 'light' | 'dark';

/** Errors of pages and violations of their content security policy. Tests expect none. */
export type Complaints = readonly string[];

/** A browser on the console of a server, with people who sign in by clicks. */
export interface OpenConsole {
  readonly url: string;
  readonly complaints: Complaints;
  /** Opens a window with its own cookies. */
  open(options?: Opened): Promise<Page>;
  /** Opens a window and signs in as a person of the sandbox by a click on the name. */
  openAs(person: string, path: string, options?: Opened): Promise<Page>;
  /** Does the same, and waits until the page has finished loading. */
  openIdle(person: string, path: string, options?: Opened): Promise<Page>;
  closeWindows(): Promise<void>;
  close(): Promise<void>;
}

/** The console of a running server with a real database. */
export interface ConsoleWorld extends OpenConsole {
  readonly server: TestServer;
}

interface Opened {
  readonly language?: LanguageCode;
  readonly scheme?: Scheme;
  readonly width?: number;
  /** The browser's time; the default is this machine's time. */
  readonly now?: string;
}

export async function consoleWorld(settings: Record<string, string> = {}): Promise<ConsoleWorld> {
  const { buildConsole } = await import(/* @vite-ignore */ BUILD);
  await buildConsole();
  const server: TestServer = await testServer(settings, {
    examine: () => {
      const environment = { DATABASE_URL: server.db.url, CARDWRIGHT_DATA_DIR: server.dataDir };
      return examineDeployment(environment, { report: () => {} });
    },
  });
  const url = await server.server.app.listen({ port: 0, host: '127.0.0.1' });
  const openedConsole = await openConsole(url);
  const close = async () => {
    await openedConsole.close();
    await server.close();
  };
  return { ...openedConsole, server, close };
}

/** Opens a console for the tests of the block that calls this. Closes the windows of each test after it. */
export function fileConsole(open: () => Promise<ConsoleWorld> = consoleWorld): ConsoleWorld {
  const world = fileResource(open);
  afterEach(() => world.closeWindows());
  return world;
}

/** Opens a browser on the console of a running server. */
export async function openConsole(url: string): Promise<OpenConsole> {
  // the address to which identity providers redirect
  const publicName = `MAP ${new URL(PUBLIC_URL).host} ${new URL(url).host}`;
  const browser = await chromium.launch({
    executablePath: requireValue(CHROMIUM, 'chromium'),
    args: ['--no-sandbox', `--host-resolver-rules=${publicName}`],
  });
  const complaints: string[] = [];
  const open = async (options: Opened = {}) => {
    const context = await openContext(browser, options);
    context.setDefaultTimeout(WITHIN.timeout);
    if (options.now !== undefined) await setTime(context, options.now);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      const isExpected = /the server responded with a status of (401|404|409)/.test(message.text());
      if (message.type() === 'error' && !isExpected) complaints.push(`${page.url()}: ${message.text()}`);
    });
    return page;
  };
  const openAs = async (person: string, path: string, options: Opened = {}) => {
    const page = await open(options);
    await page.goto(`${url}/console${path}`);
    await page.locator(`[data-person="${person}"]`).click();
    await page.locator('main#content h1, main#content [class*=notice]').first().waitFor();
    return page;
  };
  const openIdle = async (...asked: Parameters<typeof openAs>) => {
    const page = await openAs(...asked);
    await waitUntilIdle(page);
    return page;
  };
  const closeWindows = async () => {
    for (const context of browser.contexts()) await context.close();
  };
  return { url, complaints, open, openAs, openIdle, closeWindows, close: () => browser.close() };
}

function openContext(
  browser: Browser,
  { language = 'en', scheme = 'light', width = 1280 }: Opened,
): Promise<BrowserContext> {
  const options: BrowserContextOptions = {
    locale: language === 'en' ? 'en-GB' : 'ar-AE',
    timezoneId: 'Europe/Paris',
    colorScheme: scheme,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
  };
  return browser.newContext(options);
}

/** Sets the browser's time, and the sandbox's time as pages read it. */
async function setTime(context: BrowserContext, now: string): Promise<void> {
  await context.clock.setFixedTime(now);
  await context.route('**/sandbox/clock', (route) => route.fulfill({ json: { now } }));
}

/** Saves a picture of the whole page. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!STORES_PICTURES) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  if (!VISIBLE_NAMES.includes(name)) return;
  await page.screenshot({ path: join(IN_DOCUMENTS, `console-${name}.png`) });
}

/** Waits until the page has finished loading. Its content security policy forbids polling with an evaluated text. */
export async function waitUntilIdle(page: Page): Promise<void> {
  // a screen that is still loading has no status yet
  await page.locator('#console :is(h1, [class*=notice])').first().waitFor();
  const statusElement = page.locator('[role=status]');
  while ((await statusElement.count()) > 0) await statusElement.first().waitFor({ state: 'detached' });
}
