import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../server/src/testing/random.ts';
import { canRun, installedProgram } from '../../server/src/testing/system/installed-program.ts';
import { Codec } from './codec.ts';
import { encodeFrame } from './frame-writer.ts';
import { loadSpecification } from './load-specification.ts';
import type { Message } from './message.ts';
import type { BuiltInName, Specification } from './specification.ts';
import { writeCapture } from './testing/pcap.ts';
import { ALPHABET, randomMessage } from './testing/random-message.ts';

const PORT = 8583;
const FRAMES = 50_000;
/** tshark ignores frames that are shorter than an ASCII message without fields. */
const SHORTEST = 22;
const NEEDED = 'that needs tshark (on Debian: apt-get install tshark)';
const TSHARK = installedProgram('tshark');

/** tshark permits no space in fields of the format an. */
const PERMITTED = { ...ALPHABET, an: ALPHABET.an.replace(' ', '') };

const field = (format: string, length: number, prefix?: string) => ({
  name: 'of tshark',
  format,
  length,
  ...(prefix && { prefix }),
});

/** The fields that tshark 4.0 has in another form: its tables of 1987 and 1993 shorten some of them. */
const FIELDS_1987 = {
  36: field('an', 104, 'LLL'),
  53: field('n', 8),
  55: field('ans', 999, 'LLL'),
  ...Object.fromEntries([86, 87, 88, 89].map((number) => [number, field('n', 15)])),
  92: field('n', 2),
  93: field('n', 5),
};
const FIELDS_1993 = { 15: field('n', 4), 53: field('b', 48), 71: field('n', 6) };
/**
 * Fields that packed messages leave out. tshark 4.0 reserves too little memory for the hexadecimal digits of bytes,
 * which suffices for 8 bytes only, and it reads packed track data as bytes.
 */
const NOT_PACKED = { 35: null, 36: null };
const NOT_PACKED_1993 = { ...NOT_PACKED, 53: null, 55: null, 96: null };
const DIGITS_OF_8_BYTES = 16;

const specification = (base: BuiltInName, fields: object): Specification =>
  loadSpecification({ name: 'tshark', extends: base, fields });

const CAPTURES = {
  ASCII: {
    preferences: ['charset:ascii', 'binencode:ascii'],
    codecs: [
      new Codec(specification('iso1987-ascii', FIELDS_1987)),
      new Codec(specification('iso1993-ascii', FIELDS_1993)),
    ],
  },
  binary: {
    preferences: ['charset:bcd', 'binencode:bin'],
    codecs: [
      new Codec(specification('iso1987-binary', { ...FIELDS_1987, ...NOT_PACKED })),
      new Codec(specification('iso1993-binary', { ...FIELDS_1993, ...NOT_PACKED_1993 })),
    ],
  },
};

const COLUMNS = ['mti', 'MALFORMED', ...Array.from({ length: 127 }, (_, at) => `bit${at + 2}`)];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardwright-tshark-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The lines of tshark for a capture, with a column for each of COLUMNS. */
async function* dissected(file: string, preferences: readonly string[]): AsyncGenerator<string[]> {
  const options = ['len_endian:bigendian', ...preferences].flatMap((each) => ['-o', `iso8583.${each}`]);
  const fields = COLUMNS.flatMap((name) => ['-e', `iso8583.${name}`]);
  const args = ['-n', '-r', file, '-d', `tcp.port==${PORT},iso8583`, ...options, '-T', 'fields', ...fields];
  const child = spawn(TSHARK ?? 'tshark', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout, crlfDelay: 0 })) yield line.split('\t');
  const [code] = await ended;
  if (code !== 0) throw new Error(`tshark ended with ${code}: ${complaints}`);
}

/** What tshark prints for a field. Hexadecimal digits are in upper case. */
function printed({ encoding, fields }: Specification, number: number, value: string): string {
  const { format } = fields[number] ?? { format: 'ans' };
  if (format === 'b') return value.toUpperCase();
  // tshark takes the low four bits of C or D for a digit
  if (format === 'x+n' && encoding.digits === 'bcd') return (value.startsWith('C') ? '3' : '4') + value.slice(1);
  return value;
}

/** Whether the last field is too short for tshark: it reads four bytes for the packed length of three digits. */
function endsTooEarly(message: Message, { encoding, fields }: Specification): boolean {
  const last = message.fields.at(-1);
  if (last === undefined || encoding.lengths !== 'bcd') return false;
  return fields[last]?.prefix === 'LLL' && (message.get(last)?.length ?? 0) < 2;
}

/** Removes what tshark prints after the digits of bytes: it reads beyond the memory that it reserved. */
function withoutRemains(columns: string[], { encoding, fields }: Specification): string[] {
  if (encoding.binary === 'hex') return columns;
  return columns.map((column, at) => (fields[at]?.format === 'b' ? column.slice(0, DIGITS_OF_8_BYTES) : column));
}

function expectedColumns(message: Message, chosen: Specification): string[] {
  const values = Array.from({ length: 127 }, (_, at) => {
    const value = message.get(at + 2);
    return value === undefined ? '' : printed(chosen, at + 2, value);
  });
  return [message.mti, '', ...values];
}

/**
 * Whether tshark takes the frame for another protocol. It expects hexadecimal digits from offset 6 if the 16 bytes
 * there are a text of 16 bytes in UTF-8: up to a zero, with three bytes for each one that is not ASCII. A binary bitmap
 * can be such a text.
 */
function isTakenForText(frame: Buffer): boolean {
  const end = frame.indexOf(0, 6);
  const bytes = frame.subarray(6, end < 0 ? 22 : Math.min(end, 22));
  const size = bytes.reduce((sum, byte) => sum + (byte < 0x80 ? 1 : 3), 0);
  return size === 16;
}

/** Gives the file a test even if tshark is not installed. */
it('the capture names as many columns as tshark has fields', () => {
  expect(COLUMNS).toHaveLength(129);
});

if (canRun('ISO 8583 in tshark', TSHARK, NEEDED)) {
  describe.each(Object.entries(CAPTURES))('tshark dissects %s frames', (name, { preferences, codecs }) => {
    it('of every kind, none of them malformed, with the values of this codec', async () => {
      if (TSHARK === undefined) throw new Error(`ISO 8583 cannot be tried: ${NEEDED}`);
      const random = seededRandom(8583);
      const file = join(folder, `${name}.pcap`);
      const sent: { message: Message; codec: Codec }[] = [];
      const frames: Buffer[] = [];
      while (sent.length < FRAMES) {
        const codec = random.pick(codecs);
        const message = randomMessage(random, codec.specification, PERMITTED);
        const frame = encodeFrame(codec, message, { maxBytes: 65_535 });
        if (frame.length < SHORTEST || (name === 'binary' && isTakenForText(frame))) continue;
        if (endsTooEarly(message, codec.specification)) continue;
        sent.push({ message, codec });
        frames.push(frame);
      }
      writeCapture(file, PORT, frames);
      let read = 0;
      for await (const line of dissected(file, preferences)) {
        const { message, codec } = sent[read] ?? {};
        if (message === undefined || codec === undefined)
          throw new Error('tshark dissected more frames than were sent');
        const expected = expectedColumns(message, codec.specification);
        const columns = withoutRemains(line, codec.specification);
        // one comparison of texts, because deep equality takes long for millions of values
        if (columns.join('\t') !== expected.join('\t')) expect(columns, `frame ${read + 1}`).toEqual(expected);
        read++;
      }
      expect(read).toBe(FRAMES);
    });
  });
}
