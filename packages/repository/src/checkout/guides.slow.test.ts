import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../server/src/testing/system/installed-haproxy.ts';
import { cleanUp, dataFolder, type ServerProcess } from '../../../server/src/testing/system/server-process.ts';
import { startSandbox } from '../../../server/src/testing/system/start-sandbox.ts';
import { ROOT } from '../source-tree.ts';
import { comparable, normalizeText } from './guide-answers.ts';
import { blocksOf, GUIDES, type GuideBlock, REFERENCE_PAGES } from './guide-blocks.ts';
import { openShell } from './guide-shell.ts';

const DOCUMENTED_SERVER = 'http://127.0.0.1:8080';
/** The port of a reader's own receiver. */
const DOCUMENTED_PORT = 'PORT=9100';
/** The default data folder of a server. */
const DOCUMENTED_DATA = '.data/';
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
  // The folder is below the repository, so that programs can resolve their imports.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache', 'guides-'));
  for (const page of PAGES) mkdirSync(folderOf(page));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
    // Each page has a server with its own database, as a reader starts it.
    server = await startSandbox({ CARDWRIGHT_DATA_DIR: dataDir });
  });
  afterAll(() => cleanUp(server === undefined ? [] : [server], dataDir));

  it('has commands and programs that succeed in order, with the output that it shows', async () => {
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
  // The command line stores its files here. Without a profile, it uses this server.
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
    expect(normalizeText(printed), place).toBe(normalizeText(text));
    return;
  }
  const lastLine = printed.trim().split('\n').at(-1) ?? '';
  const { documented, actual } = comparable(text, lastLine, isShortened);
  expect(actual, `${place}\n${lastLine}`).toEqual(documented);
}
