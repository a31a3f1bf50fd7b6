import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { scanText } from '../../server/src/testing/cards/used-card-numbers.ts';
import { testDatabase } from '../../server/src/testing/database/test-database.ts';
import { fileFolder, fileResource } from '../../server/src/testing/file-resources.ts';
import { canRun, installedProgram } from '../../server/src/testing/system/installed-program.ts';
import { WITHIN } from '../../server/src/testing/within.ts';

const PROGRAM = fileURLToPath(new URL('../bin/cardwright.js', import.meta.url));
/** Provides a terminal for a program whose input is a pipe. It is part of every Debian. */
const script = installedProgram('script');
const CLEARS_LINE = '\u0015';
const ENTER = '\r';
const CTRL_C = '\u0003';

const folder = fileFolder();
const database = fileResource(() => testDatabase({ from: 'empty' }));

/** Each question in order: a wrong answer, the message about it, and the right answer. */
const conversation = (): readonly [asks: string, wrong: string, needs: string, right: string][] => [
  [
    'What is the public URL of the service?',
    'http://cards',
    'a URL that begins with https://',
    'https://cards.example.com',
  ],
  [
    'What is the database URL, with the login of the servers?',
    'mysql://x',
    'a URL that begins with postgres://',
    database.url,
  ],
  ['What is the ID of the first bank?', 'acme', '1 to 4 uppercase letters or digits', 'ACME'],
  ['What is its code in client records?', '0042', '1 to 3 letters or digits', '042'],
  ['What is its name?', '', '1 to 100 characters', 'Acme Bank'],
  ['What is its country? (two letters)', 'UAE', 'two uppercase letters', 'AE'],
  ['What is its currency? (three letters)', 'XAE', 'a currency code of three uppercase letters', 'AED'],
  ['What is its time zone? (such as Asia/Dubai)', 'Dubai', 'a time zone such as Asia/Dubai', 'Asia/Dubai'],
  ['What is the BIN of its cards? (6 to 8 digits)', '45', '6 to 8 digits', '45000100'],
];

function openTerminal(etc: string) {
  const line = [process.execPath, PROGRAM, 'init', etc, '--trust-database-network', '--data-dir', join(folder, 'data')];
  // A terminal without a width prints each letter on its own line.
  const command = `stty cols 200 rows 50; ${line.join(' ')}`;
  const child = spawn(script ?? 'script', ['-q', '-e', '-c', command, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: folder, TERM: 'xterm', COLUMNS: '200' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  let read = 0;
  return {
    ended: async () => {
      const code = await ended;
      scanText('what init drew', screen);
      return { code, text: stripVTControlCharacters(screen) };
    },
    /** Waits until the text appears after the previously awaited text. */
    sees: async (words: string) => {
      const at = await vi.waitUntil(() => {
        const position = stripVTControlCharacters(screen).indexOf(words, read);
        return position < 0 ? undefined : position + 1;
      }, WITHIN);
      read = at + words.length - 1;
    },
    types: (text: string) => child.stdin.write(text),
  };
}

describe('cardwright init on a terminal', () => {
  if (!canRun('The questions of init', script, 'it needs script (on Debian: bsdutils)')) return;

  it('repeats each question until its answer is valid, and writes the answers', async () => {
    const etc = join(folder, 'etc');
    const terminal = openTerminal(etc);
    for (const [question, wrong, needs, right] of conversation()) {
      await terminal.sees(question);
      terminal.types(wrong + ENTER);
      await terminal.sees(`Enter ${needs}`);
      expect(existsSync(etc)).toBe(false);
      terminal.types(CLEARS_LINE + right + ENTER);
    }
    const { text } = await terminal.ended();
    expect(text).toContain('cardwright migrate');
    const [bank] = JSON.parse(readFileSync(join(etc, 'banks.json'), 'utf8')).banks;
    expect(bank).toMatchObject({ bank_id: 'ACME', name: 'Acme Bank', time_zone: 'Asia/Dubai' });
    const written = readFileSync(join(etc, 'banks.json'), 'utf8');
    for (const value of ['"042"', '"AE"', '"AED"', '"45000100"']) expect(written).toContain(value);
    const environment = readFileSync(join(etc, 'cardwright.env'), 'utf8');
    expect(environment).toMatch(/^CARDWRIGHT_PUBLIC_URL='?https:\/\/cards\.example\.com'?$/m);
    expect(environment).toContain(database.url);
  });

  it('writes nothing if the user quits before the end', async () => {
    const etc = join(folder, 'left');
    const terminal = openTerminal(etc);
    const [first, second] = conversation();
    await terminal.sees(first![0]);
    terminal.types(first![3] + ENTER);
    await terminal.sees(second![0]);
    terminal.types(CTRL_C);
    const { code, text } = await terminal.ended();
    expect([code, text]).toEqual([2, expect.stringContaining('canceled: no files were written')]);
    expect(existsSync(etc)).toBe(false);
  });
});
