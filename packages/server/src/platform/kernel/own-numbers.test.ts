import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { luhnOf, unusualForms, writtenForms } from '../../testing/requests/written-forms.ts';
import { addOwnBins } from './own-bins.ts';
import { maskCardNumbers, maskDigits, maskValidCardNumbers } from './text/masked-text.ts';

const BINS = ['400000', '41000012', '5123456'];
const OWN = () => ({ prefixes: BINS });

beforeAll(() => addOwnBins(BINS));

/**
 * The functions that mask: for stored texts and logs, which know the BINs of this process, and for URLs, which get them
 * as an argument.
 */
const WAYS = [
  ['in a stored text', (text: string) => maskValidCardNumbers(text)],
  ['in a log', maskCardNumbers],
  ['in a URL', (text: string) => maskValidCardNumbers(text, 'X', OWN)],
] as const;

const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((all) => all.join(''));

/** Numbers of 13 to 19 digits under BINs of this process. */
const number = fc
  .record({ bin: fc.constantFrom(...BINS), length: fc.integer({ min: 13, max: 19 }) })
  .chain(({ bin, length }) => digits(length - 1 - bin.length).map((rest) => luhnOf(bin + rest)));

const SIGNS = [
  ' ',
  '-',
  '.',
  '/',
  ',',
  ':',
  ';',
  '_',
  '|',
  '*',
  '~',
  '=',
  '+',
  '#',
  '(',
  ')',
  '[',
  ']',
  '\u00a0',
  '\u2022',
  '\u00d7',
  '\u200b',
];
const separator = fc.oneof(
  fc.array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 7 }).map((all) => all.join('')),
  fc.constantFrom('x', 'X', ' x ', '\u0445', ' X ', '\\n', '%20', '%28'),
);

/** A number in groups of any lengths with any separators. */
const written = number.chain((whole) =>
  fc
    .array(fc.record({ length: fc.integer({ min: 1, max: 18 }), between: separator }), { maxLength: 18 })
    .map((cuts) => {
      let [text, rest] = ['', whole];
      for (const { length, between } of cuts) {
        if (length >= rest.length) break;
        text += rest.slice(0, length) + between;
        rest = rest.slice(length);
      }
      return { whole, text: text + rest };
    }),
);

describe.each(WAYS)('a number under a known BIN %s', (_where, mask) => {
  it('is masked in any grouping, with any separators', () => {
    fc.assert(
      fc.property(written, ({ whole, text }) => {
        expect(mask(`of ${text}, please`)).toBe(`of ${maskDigits(whole)}, please`);
      }),
      { seed: 20_261_127, numRuns: 3_000 },
    );
  });

  const sixteen = luhnOf('400000123456789');
  it.each([...writtenForms(sixteen), ...unusualForms(sixteen)])('is masked as people write it: %s', (_form, text) => {
    expect(mask(`(${text}).`).replace(/[[\]()]/g, '')).toBe('400000XXXXXX7899.');
  });
});
