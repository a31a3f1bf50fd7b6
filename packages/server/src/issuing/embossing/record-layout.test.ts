import { describe, expect, it } from 'vitest';
import { read } from '../../../../repository/src/source-tree.ts';
import { CARD, HEADER, RECORD_LENGTH, type RecordField, renderRecord, TRAILER } from './record-layout.ts';

const CHARACTERS = { DIGITS: 'digits', EMBOSSED: 'embossed', PRINTABLE: 'printable' };

/** Returns the rows of a table of docs/embossing.md, without the padding of the columns. */
function rowsUnder(heading: string): string[] {
  const [, section = ''] = read('docs/embossing.md').split(`### ${heading}\n`);
  const [table = ''] = section.split(/\n#/);
  return table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.replace(/ +/g, ' '));
}

function rowsOf(layout: readonly RecordField[]): string[] {
  let from = 1;
  return layout.map(({ name, length, align, characters, meaning }) => {
    const until = from + length - 1;
    const row = `| \`${name}\` | ${from}-${until} | ${length} | ${align} | ${CHARACTERS[characters]} | ${meaning} |`;
    from += length;
    return row.replace(/ +/g, ' ');
  });
}

describe('docs/embossing.md', () => {
  it.each([
    ['Header', HEADER],
    ['Card', CARD],
    ['Trailer', TRAILER],
  ])('shows every field of the %s at its position in the code, and no other field', (heading, layout) => {
    expect(rowsUnder(heading)).toEqual(rowsOf(layout));
  });

  it('states the length of a record', () => {
    expect(RECORD_LENGTH).toBe(717);
    expect(read('docs/embossing.md')).toContain('717 characters');
  });
});

describe('a record', () => {
  const trailer = (count: string) =>
    renderRecord(TRAILER, { record_type: 'T', card_count: count, sha256: 'f'.repeat(64) });

  it('has right-aligned numbers with leading zeros, left-aligned texts, and a fixed length', () => {
    expect(trailer('12')).toBe(`T0000012${'f'.repeat(64)}${' '.repeat(645)}\n`);
  });

  it.each([
    ['is too long', '12345678'],
    ['is no number', '1a'],
  ])('is refused with a value that %s, and the error does not repeat the value', (_why, count) => {
    expect(() => trailer(count)).toThrow(/^card_count does not fit$/);
  });
});
