import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { seededRandom } from '../../server/src/testing/random.ts';
import { Codec } from './codec.ts';
import { loadSpecification } from './load-specification.ts';
import { Message } from './message.ts';
import type { Field, Specification } from './specification.ts';
import { ALPHABET, randomMessage } from './testing/random-message.ts';

interface Counterpart {
  getRawMessage(): Buffer;
  getIsoJSON(bytes: Buffer, options: { lenHeader: false }): Record<string, string>;
}

/** The codec of the npm package iso_8583, which has no types. */
const IsoMessage: new (message?: Record<string, string>, formats?: object) => Counterpart = createRequire(
  import.meta.url,
)('iso_8583');

/** `ISO8583_MESSAGES=100000 npx vitest run packages/iso8583/src/counterpart.test.ts` is the full run. */
const MESSAGES = Number(process.env.ISO8583_MESSAGES ?? 2_000);

/** iso_8583 refuses message types that it does not know, such as 0801. */
const TYPES = [
  '0100',
  '0101',
  '0110',
  '0120',
  '0121',
  '0130',
  '0200',
  '0210',
  '0220',
  '0230',
  '0400',
  '0420',
  '0430',
  '0800',
];

/** Leaves out field 127, for which iso_8583 has the layout of one vendor. */
const SPECIFICATION = loadSpecification({
  name: 'iso_8583',
  extends: 'iso1987-ascii',
  encoding: { bitmap: 'binary', binary: 'raw', hexCase: 'lower' },
  fields: { 127: null },
});

/** Leaves out the characters that iso_8583 refuses although the formats permit them: @ # \ and, in an, the space. */
const PERMITTED = {
  ...ALPHABET,
  an: ALPHABET.an.replace(' ', ''),
  ns: ALPHABET.ns.replace(/[@#\\]/g, ''),
  ans: ALPHABET.ans.replace(/[@#\\]/g, ''),
};

/** The formats of iso_8583. It counts the hexadecimal digits of binary fields, and the sign of x+n. */
function formatsOf({ fields }: Specification): Record<string, object> {
  const lengthTypes = { LL: 'llvar', LLL: 'lllvar', LLLL: 'llllvar' };
  const formatOf = ({ name, format, length, prefix }: Field) => ({
    ContentType: format,
    Label: name,
    LenType: prefix === undefined ? 'fixed' : lengthTypes[prefix],
    MaxLen: format === 'b' ? 2 * length : format === 'x+n' ? length + 1 : length,
  });
  return Object.fromEntries(Object.entries(fields).map(([number, field]) => [number, formatOf(field)]));
}

const codec = new Codec(SPECIFICATION);
const formats = formatsOf(SPECIFICATION);
const random = seededRandom(8583);
const messages: readonly Message[] = Array.from(
  { length: MESSAGES },
  () => new Message(random.pick(TYPES), randomMessage(random, SPECIFICATION, PERMITTED).toObject()),
);

it('iso_8583 reads what this codec writes', () => {
  for (const message of messages) {
    const { 0: mti, ...fields } = new IsoMessage(undefined, formats).getIsoJSON(codec.encode(message), {
      lenHeader: false,
    });
    expect([mti, fields]).toEqual([message.mti, message.toObject()]);
  }
});

it('this codec reads what iso_8583 writes, and writes the same bytes again', () => {
  for (const message of messages) {
    const bytes = new IsoMessage({ 0: message.mti, ...message.toObject() }, formats).getRawMessage();
    const result = codec.decode(bytes);
    if (!result.ok) throw new Error(JSON.stringify([result.malformed, bytes]));
    expect([result.message.mti, result.message.toObject()]).toEqual([message.mti, message.toObject()]);
    expect(codec.encode(result.message).equals(bytes)).toBe(true);
  }
});
