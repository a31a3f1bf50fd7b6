import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embossingFolder, exidsOf, makeBureau } from '../../testing/cards/embossing.ts';
import { cardBody, issueAccount, luhnNumber } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';

const PROGRAM = fileURLToPath(new URL('../../testing/cards/emboss-and-die.mjs', import.meta.url));
const CARDS_OF_A_RUN = 3;
let folder: string;
const server = fileServer();
const bureau = fileResource(() => makeBureau());
beforeAll(async () => {
  folder = await embossingFolder();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
  readonly lines: readonly string[];
}

function embossInProcess(dieAt?: number): Promise<Ended> {
  const own = Object.entries(process.env).filter(([name]) => !/^(CARDWRIGHT_|DATABASE_URL$|NODE_)/.test(name));
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      ...Object.fromEntries(own),
      DATABASE_URL: server.db.url,
      CARDWRIGHT_DATA_DIR: server.dataDir,
      CARDWRIGHT_EMBOSSING_DIR: folder,
      ...(dieAt !== undefined && { EMBOSS_DIE_AT: String(dieAt) }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, lines: output.trim().split('\n') }));
  });
}

async function issueCards(): Promise<string[]> {
  const account = await issueAccount(server, { as: 'other-bank' });
  const exids: string[] = [];
  for (let made = 0; made < CARDS_OF_A_RUN; made++) {
    const members = {
      card_number: luhnNumber('420000'),
      bin_number: '420000',
      product_code: 'OTHER-DEBIT',
      currency: 'EUR',
      card_virtual_indicator: 'P',
    };
    const { body } = await server.envelope('cards.create-card', cardBody(account, members), { as: 'other-bank' });
    exids.push(body.card_identifier_id);
  }
  return exids;
}

/** Returns the EXIDs by file, of the files that have their final name. */
async function filesWithCards(isEncrypted: boolean): Promise<Map<string, string[]>> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  const open = (path: string) => (isEncrypted ? bureau.open(path) : readFile(path, 'ascii'));
  const entries = names.map(async (name) => [name, exidsOf(await open(join(folder, name)))] as const);
  return new Map(await Promise.all(entries));
}

const STEPS = [
  'run about to be taken',
  'run taken',
  'encrypted',
  'file noted',
  'temporary file written',
  'temporary file synced',
  'renamed',
  'folder synced',
  'run marked as written',
];

it.each([
  ['in the clear', false],
  ['encrypted', true],
])(
  'each card is in exactly one file, %s, at whichever step the process is killed, and no run number is missing',
  async (_how, isEncrypted) => {
    await rm(folder, { recursive: true });
    await mkdir(folder);
    await server.db.sql('truncate embossing_runs, embossing_queue, embossing_numbers_issued');
    await server.db.sql("update banks set embossing = $1 where bank_id = 'OTHR'", [
      isEncrypted ? JSON.stringify({ public_key: bureau.publicKey }) : null,
    ]);
    const issued: string[][] = [];
    for (const [at, step] of STEPS.entries()) {
      issued.push(await issueCards());
      const died = await embossInProcess(at + 1);
      expect({ signal: died.signal, last: died.lines.at(-1) }).toEqual({
        signal: 'SIGKILL',
        last: `${at + 1} ${step}`,
      });
      const seen = await contentOfRun(issued.length);
      const there = await bytesOfFiles();
      // cards issued after the crash belong to the next run
      const later = at === 3 ? await issueCards() : [];
      if (later.length > 0) issued.push(later);
      expect(await embossInProcess()).toMatchObject({ code: 0, signal: null });
      // a file with its final name is never written again: the bureau may have it already
      expect(await bytesOfFiles()).toEqual(expect.objectContaining(there));
      if (seen !== undefined) expect(await contentOfRun(issued.length - (later.length > 0 ? 1 : 0))).toBe(seen);
    }
    const files = await filesWithCards(isEncrypted);
    const ending = isEncrypted ? 'emb.pgp' : 'emb';
    expect([...files.keys()].map((name) => name.replace(/-\d{8}\./, '-DAY.'))).toEqual(
      issued.map((_, at) => `OTHR-${String(at + 1).padStart(6, '0')}-DAY.${ending}`),
    );
    expect([...files.values()]).toEqual(issued);
    // no trace of the crashes is left, and another run finds nothing to do
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
    expect((await embossInProcess()).lines).toEqual(['1 run about to be taken', '2 run taken', 'WRITTEN']);
    expect(await server.db.sql('select distinct state from embossing_runs')).toEqual([{ state: 'WRITTEN' }]);
  },
);

async function bytesOfFiles(): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const read = async (name: string) => [name, (await readFile(join(folder, name))).toString('base64')] as const;
  return Object.fromEntries(await Promise.all(names.map(read)));
}

/** Returns the hash of a run's content, which is fixed when the run is claimed, or undefined before that. */
async function contentOfRun(runNumber: number): Promise<string | undefined> {
  const rows = await server.db.sql<{ content: string }>(
    `select encode(content_sha256, 'hex') as content from embossing_runs where bank_id = 'OTHR' and run_number = $1`,
    [runNumber],
  );
  return rows[0]?.content;
}
