import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../server/src/testing/system/installed-haproxy.ts';
import { cleanUp, dataFolder, type ServerProcess } from '../../../server/src/testing/system/server-process.ts';
import { startSandbox } from '../../../server/src/testing/system/start-sandbox.ts';
import { ROOT } from '../source-tree.ts';
import { comparable, masked } from './guide-answers.ts';
import { blocksOf, GUIDES, type GuideBlock, REFERENCE_PAGES } from './guide-blocks.ts';
import { openShell } from './guide-shell.ts';

const DOCUMENTED_SERVER = 'http://127.0.0.1:8080';
/** The port of a reader's own receiver. */
const DOCUMENTED_PORT = 'PORT=9100';
/** The default data folder of a server. */
const DOCUMENTED_DATA = '.data/';
/** Every block that no test runs, with its reason. The list may only shrink, or must state why it grows. */
const NOT_RUN: readonly string[] = [
  'docs/guides/connect-your-switch.md: needs Python 3',
  'docs/guides/connect-your-switch.md: needs Python 3',
  'docs/guides/connect-your-switch.md: needs the port for ISO 8583, which npm start opens',
  'docs/guides/connect-your-switch.md: the test starts a server itself',
  'docs/start/bank.md: the test starts a server itself',
  'docs/start/operator.md: the test starts a server itself',
  'docs/start/operator.md: the test stops its server itself',
  'docs/guides/ask-your-own-system.md: both run until they are stopped',
  'docs/guides/configuration-as-code.md: a pipeline runs it',
  'docs/guides/go-to-production.md: needs a database with verified TLS, and a public name',
  'docs/guides/go-to-production.md: needs the settings above',
  'docs/guides/prove-a-decision.md: needs a decision of your own',
  'docs/guides/prove-a-decision.md: needs a proof of your own',
  'docs/guides/test-without-us.md: the test starts a server itself',
  'README.md: the test starts a server itself',
  'README.md: the test starts a server itself',
  'CONTRIBUTING.md: these run the tests, and what is tested for hours',
  'CONTRIBUTING.md: a debugger is attached by a person',
  'docs/embossing.md: needs the private key of a bureau; packages/cli/src/emboss.slow.test.ts decrypts such a file',
  'docs/interface/rules.md: it needs a rule file; packages/cli/src/rules/prove-rule.slow.test.ts does it',
  'docs/interface/rules.md: two callers, and a backtest between them; packages/cli/src/rules/rules.slow.test.ts does it',
  'docs/operate/backup.md: needs an empty machine with PostgreSQL',
  'docs/operate/backup.md: needs the address of a database that archives',
  'docs/operate/backup.md: settings of the database, as its superuser',
  'docs/operate/deploy.md: installs on the machine itself',
  'docs/operate/deploy.md: needs a cluster',
  'docs/operate/deploy.md: needs an engine for containers',
  'docs/operate/deploy.md: needs an engine for containers',
  'docs/operate/deploy.md: needs an engine for containers',
  'docs/operate/deploy.md: needs an engine for containers, and a registry',
  'docs/operate/first-day.md: needs the public address of a deployment',
  'docs/operate/in-front.md: needs HAProxy',
  'docs/operate/in-front.md: needs nginx',
  'docs/operate/logs.md: needs Fluent Bit',
  'docs/operate/logs.md: needs Vector',
  'docs/operate/production.md: needs a database with verified TLS, and a public name',
  'docs/operate/release.md: needs root, mmdebstrap and a mirror of Debian',
  'docs/operate/sizes.md: it measures, for minutes, on a machine that has nothing else to do',
  'docs/operate/upgrade.md: builds an earlier revision, which takes minutes',
  'docs/operate/upgrade.md: needs a deployment to upgrade',
  'docs/operate/upgrade.md: needs a deployment to upgrade',
  'docs/operate/upgrade.md: needs two machines',
  'docs/patroni.md: needs machines for a cluster of PostgreSQL, which patroni.slow.test.ts has on one',
  'docs/patroni.md: needs machines for a cluster of PostgreSQL, which patroni.slow.test.ts has on one',
  'docs/patroni.md: needs machines for a cluster of PostgreSQL, which patroni.slow.test.ts has on one',
  'docs/performance.md: it measures, for minutes, on a machine that has nothing else to do',
  'docs/performance.md: it measures, for minutes, on a machine that has nothing else to do',
  'docs/performance.md: it measures, for minutes, on a machine that has nothing else to do',
];
const PAGES = [...GUIDES, ...REFERENCE_PAGES];
const RUNS: ReadonlySet<GuideBlock['kind']> = new Set(['commands', 'file', 'answer']);

const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const STRICT = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
    rootDir: '.',
  },
  include: ['**/*.ts'],
};

const folderOf = (page: string) => join(folder, page.replaceAll(/[/.]/g, '-'));

let folder: string;
beforeAll(() => {
  // below the repository, so that programs can resolve their imports
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache', 'guides-'));
  for (const page of PAGES) mkdirSync(folderOf(page));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('every block of the documents that does not run is on the list, with its reason', () => {
  const blocks = PAGES.flatMap(blocksOf).filter(({ kind }) => kind === 'not run');
  expect(GUIDES).toHaveLength(19);
  expect(blocks.map(({ page, reason }) => `${page}: ${reason}`).sort()).toEqual(NOT_RUN.toSorted());
});

it('every test that a document names for a block exists', () => {
  const named = PAGES.flatMap(blocksOf).flatMap(({ testedBy }) => testedBy ?? []);
  expect(named.filter((path) => !/\.test\.ts$/.test(path) || !existsSync(join(ROOT, path)))).toEqual([]);
  expect(named).not.toEqual([]);
});

it('every program of the documents compiles under --strict', async () => {
  for (const { page, file, language, text } of PAGES.flatMap(blocksOf)) {
    if (language === 'ts' && file !== undefined) writeFileSync(join(folderOf(page), file), text);
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
  const compiled = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error) => error);
  expect(compiled.stdout).toBe('');
});

describe.each(GUIDES)('%s', (page) => {
  let server: ServerProcess;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = dataFolder();
    // with its own database, as a reader starts it
    server = await startSandbox({ CARDWRIGHT_DATA_DIR: dataDir });
  });
  afterAll(() => cleanUp(server === undefined ? [] : [server], dataDir));

  it('works: its commands and programs succeed in order, and their output is as shown', async () => {
    await follow(page, server, dataDir);
  });
});

describe('the pages for lookup, on one server', () => {
  let server: ServerProcess;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = dataFolder();
    server = await startSandbox({ CARDWRIGHT_DATA_DIR: dataDir });
  });
  afterAll(() => cleanUp(server === undefined ? [] : [server], dataDir));

  const withBlocks = REFERENCE_PAGES.filter((page) => blocksOf(page).some(({ kind }) => RUNS.has(kind)));
  it.each(withBlocks)('%s works', async (page) => {
    await follow(page, server, dataDir);
  });
});

/** Follows a page as a reader does, from its first line to its last, in one shell. */
async function follow(page: string, server: ServerProcess, dataDir: string): Promise<void> {
  const home = folderOf(page);
  // the command line stores its files here; without a profile it uses this server
  const environment = { CARDWRIGHT_DATA_DIR: dataDir, CARDWRIGHT_URL: server.url, SERVER: server.url };
  const shell = openShell(home, { ...environment, HOME: home, XDG_CONFIG_HOME: join(home, '.config') });
  const port = await freePort();
  try {
    let printed = '';
    for (const block of blocksOf(page)) {
      const place = `${page}:${block.line}`;
      if (block.kind === 'file' && block.language !== 'ts') writeBlock(home, block);
      if (block.kind === 'answer') expectAnswer(block, printed, place);
      if (block.kind !== 'commands') continue;
      const commands = block.text
        .replaceAll(DOCUMENTED_SERVER, server.url)
        .replaceAll(DOCUMENTED_PORT, `PORT=${port}`)
        .replaceAll(DOCUMENTED_DATA, `${dataDir}/`);
      const ended = await shell.run(commands);
      expect(ended.code, `${place}\n${ended.printed}${ended.complained}`).toBe(0);
      printed = ended.printed;
    }
  } finally {
    shell.close();
  }
}

function writeBlock(folder: string, { file = '', language, text }: GuideBlock): void {
  if (language === 'json') expect(JSON.parse(text), file).toBeDefined();
  writeFileSync(join(folder, file), text);
}

function expectAnswer({ language, text, isShortened }: GuideBlock, printed: string, place: string): void {
  if (language !== 'json') {
    expect(masked(printed), place).toBe(masked(text));
    return;
  }
  const lastLine = printed.trim().split('\n').at(-1) ?? '';
  const { documented, actual } = comparable(text, lastLine, isShortened);
  expect(actual, `${place}\n${lastLine}`).toEqual(documented);
}
