import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder, ROOT, read } from './source-tree.ts';

const FOLDER = 'docs/decisions';
const SECTIONS = ['Context', 'Decision', 'Consequences', 'Enforced by'];
const HEAD =
  /^# (\d{4}) .+\n\nDate: \d{4}-\d\d-\d\d · Status: (?:accepted|superseded by \[\d{4}\]\(\S+\.md\) on \d{4}-\d\d-\d\d)\n/;

const records = filesUnder(FOLDER).map((path) => ({ path, text: read(path) }));
const enforcedBy = (text: string) => text.slice(text.indexOf('\n## Enforced by\n'));

describe('decision records', () => {
  it('have consecutive numbers, in file name and title', () => {
    const numbers = records.map(({ path }) => path.slice(FOLDER.length + 1, FOLDER.length + 5));
    expect(numbers).toEqual(records.map((_, at) => String(at + 1).padStart(4, '0')));
    expect(records.map(({ text }) => HEAD.exec(text)?.[1])).toEqual(numbers);
  });

  it.each(SECTIONS)('have the section %s', (section) => {
    const without = records.filter(({ text }) => !text.includes(`\n## ${section}\n\n`)).map(({ path }) => path);
    expect(without, 'docs/decisions/0001-fastify.md has all sections').toEqual([]);
  });

  it('name at least one file that enforces them, and each of these files exists', () => {
    const wrong = records.flatMap(({ path, text }) => {
      const files = [...enforcedBy(text).matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, file]) => file!);
      if (files.length === 0) return [`${path}: names none`];
      return files.filter((file) => !existsSync(join(ROOT, file))).map((file) => `${path}: ${file} is not there`);
    });
    expect(wrong, 'Name the test or check by its path').toEqual([]);
  });
});
