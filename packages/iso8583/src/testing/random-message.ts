import type { Random } from '../../../server/src/testing/random.ts';
import { Message } from '../message.ts';
import type { Field, Specification } from '../specification.ts';

const DIGITS = '0123456789';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = CAPITALS + CAPITALS.toLowerCase();

/** The characters of random values. A counterpart that permits fewer than the specification gets an alphabet of its own. */
export type Alphabet = Readonly<Record<Exclude<Field['format'], 'x+n'>, string>>;

/** Every character that the formats permit. */
export const ALPHABET: Alphabet = {
  n: DIGITS,
  a: `${LETTERS} `,
  an: `${DIGITS}${LETTERS} `,
  ns: `${DIGITS} !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`,
  ans: `${DIGITS}${LETTERS} !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`,
  z: '0123456789:;<=>?',
  b: '0123456789abcdef',
};

const TYPES = ['00', '01', '10', '20', '21', '30'];

/** A message with random fields of a specification, each of a length and with characters that it permits. */
export function randomMessage(random: Random, specification: Specification, alphabet = ALPHABET): Message {
  const numbers = Object.keys(specification.fields).map(Number);
  const rarity = random.from(1, 8);
  const message = new Message(`${specification.version}${random.pick(['1', '2', '4', '8'])}${random.pick(TYPES)}`);
  for (const number of numbers) {
    const field = specification.fields[number];
    if (field !== undefined && random.oneIn(rarity)) message.set(number, randomValue(random, field, alphabet));
  }
  return message;
}

function randomValue(random: Random, { format, length, prefix }: Field, alphabet: Alphabet): string {
  // most values are short, as in traffic; a few have the largest length
  const longest = random.oneIn(20) ? length : Math.min(length, 40);
  const count = prefix === undefined ? length : random.from(1, longest);
  if (format === 'x+n') return random.pick(['C', 'D']) + characters(random, DIGITS, count);
  return characters(random, alphabet[format], format === 'b' ? 2 * count : count);
}

function characters(random: Random, alphabet: string, count: number): string {
  let text = '';
  for (let each = 0; each < count; each++) text += alphabet.charAt(random.below(alphabet.length));
  return text;
}
