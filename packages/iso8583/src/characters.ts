import type { Format } from './specification.ts';

const DIGIT = 1;
const LETTER = 2;
const SPACE = 4;
const SPECIAL = 8;
const TRACK = 16;
const LATIN1 = 32;

/** Some hosts write the separator of track data, =, as a letter. */
const TRACK_SEPARATOR = 'D';

/** The classes of each byte. */
export const CLASSES: Readonly<Uint8Array> = Uint8Array.from({ length: 256 }, (_, byte) => classesOf(byte));

/** The classes that a format permits. Spaces pad fixed fields of letters. */
const PERMITTED: Readonly<Record<Format, number>> = {
  n: DIGIT,
  'x+n': DIGIT,
  a: LETTER | SPACE,
  an: DIGIT | LETTER | SPACE,
  ns: DIGIT | SPACE | SPECIAL,
  ans: DIGIT | LETTER | SPACE | SPECIAL,
  z: TRACK,
  b: 0,
};

export function permittedClasses(format: Format, text: 'ascii' | 'latin1'): number {
  return format === 'ans' && text === 'latin1' ? PERMITTED.ans | LATIN1 : PERMITTED[format];
}

function classesOf(byte: number): number {
  const character = String.fromCharCode(byte);
  // the characters of track 2 and 3 are those from 0 to ?, four bits each
  const track = (byte >= 0x30 && byte <= 0x3f) || character === TRACK_SEPARATOR ? TRACK : 0;
  if (/[0-9]/.test(character)) return DIGIT | track;
  if (/[A-Za-z]/.test(character)) return LETTER | track;
  if (character === ' ') return SPACE;
  if (byte > 0x20 && byte < 0x7f) return SPECIAL | track;
  return byte >= 0xa0 ? LATIN1 : 0;
}

/** The value of a hexadecimal digit in the one case that is permitted, or 255. */
export function hexValues(hexCase: 'upper' | 'lower'): Uint8Array {
  const values = new Uint8Array(256).fill(255);
  const digits = hexCase === 'upper' ? '0123456789ABCDEF' : '0123456789abcdef';
  for (let value = 0; value < 16; value++) values[digits.charCodeAt(value)] = value;
  return values;
}
