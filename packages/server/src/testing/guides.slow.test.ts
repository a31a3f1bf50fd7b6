import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, GUIDES, type GuideBlock } from './guide-blocks.ts';
import { openShell } from './guide-shell.ts';
import { freePort } from './installed-haproxy.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from './server-process.ts';
import { comparable, masked } from './shown-answers.ts';
import { ROOT } from './source-tree.ts';

const SHOWN_SERVER = 'http://127.0.0.1:8080';
/** Of a reader's own receiver. */
const SHOWN_PORT = 'PORT=9100';
/** Every block that no test runs, with its reason. The list only shrinks, or says why it grows. */
const NOT_RUN: readonly string[] = [
  'docs/start/bank.md: the test starts a server itself',
  'docs/start/operator.md: the test starts a server itself',
  'docs/start/operator.md: the test stops its server itself',
  'docs/guides/go-to-production.md: needs a database with verified TLS, and a public name',
  'docs/guides/go-to-production.md: needs the settings above',
  'docs/guides/issue-a-card.md: packages/sdk/src/package.slow.test.ts installs the package into an empty folder',
  'docs/guides/test-without-us.md: the test starts a server itself',
];

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
  // beneath the repository, so that programs find what they import
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache', 'guides-'));
  for (const page of GUIDES) mkdirSync(folderOf(page));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('every block of the guides that does not run is known, with its reason', () => {
  const found = GUIDES.flatMap(blocksOf).filter(({ kind }) => kind === 'not run');
  expect(GUIDES).toHaveLength(12);
  expect(found.map(({ page, reason }) => `${page}: ${reason}`)).toEqual(NOT_RUN);
});

it('every program of the guides compiles under --strict', async () => {
  for (const { page, file, language, text } of GUIDES.flatMap(blocksOf)) {
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
    server = await startServer({ CARDWRIGHT_DATA_DIR: dataDir });
  });
  afterAll(() => cleanUp(server === undefined ? [] : [server], dataDir));

  it('does what it says: its commands and programs succeed in their order, and answer what it shows', async () => {
    const shell = openShell(folderOf(page), { CARDWRIGHT_DATA_DIR: dataDir });
    const port = await freePort();
    try {
      let printed = '';
      for (const block of blocksOf(page)) {
        const place = `${page}:${block.line}`;
        if (block.kind === 'file' && block.language === 'json') keep(folderOf(page), block);
        if (block.kind === 'answer') expectAnswer(block, printed, place);
        if (block.kind !== 'commands') continue;
        const commands = block.text.replaceAll(SHOWN_SERVER, server.url).replaceAll(SHOWN_PORT, `PORT=${port}`);
        const ended = await shell.run(commands);
        expect(ended.code, `${place}\n${ended.printed}${ended.complained}`).toBe(0);
        printed = ended.printed;
      }
    } finally {
      shell.close();
    }
  });
});

function keep(folder: string, { file = '', text }: GuideBlock): void {
  JSON.parse(text);
  writeFileSync(join(folder, file), text);
}

function expectAnswer({ language, text, isShortened }: GuideBlock, printed: string, place: string): void {
  if (language !== 'json') {
    expect(masked(printed), place).toBe(masked(text));
    return;
  }
  const lastLine = printed.trim().split('\n').at(-1) ?? '';
  const { shown, came } = comparable(text, lastLine, isShortened);
  expect(came, `${place}\n${lastLine}`).toEqual(shown);
}
