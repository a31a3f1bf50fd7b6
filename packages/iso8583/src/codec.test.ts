import { describe, expect, it } from 'vitest';
import { Codec } from './codec.ts';
import { loadSpecification } from './load-specification.ts';
import { FieldError } from './malformed.ts';
import { Message } from './message.ts';
import { SPECIFICATIONS } from './specifications/built-in.ts';

const ascii = new Codec(SPECIFICATIONS['iso1987-ascii']);
const binary = new Codec(SPECIFICATIONS['iso1987-binary']);

/** Decodes bytes that are a message. */
function decoded(codec: Codec, bytes: Uint8Array): Message {
  const result = codec.decode(bytes);
  if (!result.ok) throw new Error(JSON.stringify(result.malformed));
  return result.message;
}

/** Expects that a message has these bytes, in both directions. */
function expectBytes(codec: Codec, message: Message, bytes: Buffer): void {
  expect(codec.encode(message).toString('latin1')).toBe(bytes.toString('latin1'));
  const read = decoded(codec, bytes);
  expect([read.mti, read.toObject()]).toEqual([message.mti, message.toObject()]);
}

describe('1987 ASCII', () => {
  it('writes an echo with both bitmaps', () => {
    const message = new Message('0800', { 7: '1128101530', 11: '000042', 70: '301' });
    const bytes = Buffer.from('0800' + '8220000000000000' + '0400000000000000' + '1128101530' + '000042' + '301');
    expectBytes(ascii, message, bytes);
  });

  it('writes an authorization with the primary bitmap only', () => {
    const message = new Message('0100', {
      2: '4761739001010010',
      3: '000000',
      4: '000000002500',
      28: 'C00000150',
      35: '4761739001010010=27121011234',
      37: 'AB1234567890',
      43: 'Black Harbor Trading    Dover        GB ',
      48: 'private',
      49: '826',
      52: '0123456789abcdef',
    });
    const bytes = Buffer.from(
      '0100' +
        '7000001028219000' +
        '164761739001010010' +
        '000000' +
        '000000002500' +
        'C00000150' +
        '284761739001010010=27121011234' +
        'AB1234567890' +
        'Black Harbor Trading    Dover        GB ' +
        '007private' +
        '826' +
        '0123456789ABCDEF',
    );
    expectBytes(ascii, message, bytes);
  });

  it('writes D as the separator of a track if the peer wrote it', () => {
    const bytes = Buffer.from('0100' + '0000000020000000' + '084111D271');
    const message = decoded(ascii, bytes);
    expect(message.get(35)).toBe('4111D271');
    expect(ascii.encode(message)).toEqual(bytes);
  });
});

describe('1987 binary', () => {
  it('packs digits and lengths, and writes bitmaps and binary fields as bytes', () => {
    const message = new Message('0100', {
      2: '4761739001010010123',
      3: '000000',
      22: '051',
      28: 'D00000150',
      32: '12345',
      35: '4111=271',
      37: 'AB1234567890',
      52: '0123456789abcdef',
      55: '9f0206000000002500',
      70: '301',
    });
    const bytes = Buffer.from(
      '0100' +
        'e000041128001200' +
        '0400000000000000' +
        '1904761739001010010123' +
        '000000' +
        '0051' +
        '4400000150' +
        '05012345' +
        '084111d271' +
        '414231323334353637383930' +
        '0123456789abcdef' +
        '00099f0206000000002500' +
        '0301',
      'hex',
    );
    expectBytes(binary, message, bytes);
  });
});

describe('1993', () => {
  it('has the fields of that version', () => {
    const codec = new Codec(SPECIFICATIONS['iso1993-ascii']);
    const message = new Message('1100', { 12: '261128101530', 24: '100', 53: '0011ff', 55: '9f26' });
    const bytes = Buffer.from('1100' + '0010010000000A00' + '261128101530' + '100' + '030011FF' + '0029F26');
    expectBytes(codec, message, bytes);
  });

  it('packs the fields of that version', () => {
    const codec = new Codec(SPECIFICATIONS['iso1993-binary']);
    const message = new Message('1430', { 39: '400', 56: '1100123' });
    expectBytes(codec, message, Buffer.from('1430' + '0000000002000100' + '0400' + '0701100123', 'hex'));
  });
});

describe('the encodings of a custom specification', () => {
  it('have binary lengths, lower-case digits, padding at the end and Latin-1', () => {
    const codec = new Codec(
      loadSpecification({
        name: 'custom',
        extends: 'iso1987-ascii',
        encoding: { digits: 'bcd', lengths: 'binary', hexCase: 'lower', text: 'latin1', padding: 'right-f' },
        fields: { 48: { name: 'Long', format: 'ans', length: 300, prefix: 'LLL' }, 22: null },
      }),
    );
    const message = new Message('0100', { 2: '12345', 35: '4111=27', 48: 'é'.repeat(300), 64: '00000000000000ff' });
    const bytes = Buffer.concat([
      Buffer.from('0100' + '4000000020010001'),
      Buffer.from('05' + '12345f' + '07' + '4111d27f' + '012c', 'hex'),
      Buffer.from('é'.repeat(300), 'latin1'),
      Buffer.from('00000000000000ff'),
    ]);
    expectBytes(codec, message, bytes);
    expect(() => codec.encode(new Message('0100', { 22: '051' }))).toThrow(
      'field 22: the specification has no such field',
    );
  });
});

describe('redundant bytes of a message are written again', () => {
  it('a second bitmap without fields', () => {
    const bytes = Buffer.from('0800' + '8020000000000000' + '0000000000000000' + '000042');
    const message = decoded(ascii, bytes);
    expect(message.fields).toEqual([11]);
    expect(ascii.encode(message)).toEqual(bytes);
  });

  it('a variable field without characters', () => {
    const bytes = Buffer.from('0110' + '0000000000100000' + '00');
    const message = decoded(ascii, bytes);
    expect(message.get(44)).toBe('');
    expect(ascii.encode(message)).toEqual(bytes);
  });

  it('a message without fields', () => {
    const bytes = Buffer.from('08000000000000000000');
    expect(ascii.encode(decoded(ascii, bytes))).toEqual(bytes);
  });
});

it('leaves room for the caller before the message', () => {
  const bytes = ascii.encode(new Message('0800'), 3);
  expect(bytes.toString('latin1', 3)).toBe('08000000000000000000');
});

it('reads any kind of byte array, and does not share memory with it', () => {
  const bytes = new Uint8Array(Buffer.from('0800' + '0020000000000000' + '000042'));
  const message = decoded(ascii, bytes.subarray(0));
  bytes.fill(0);
  expect(message.get(11)).toBe('000042');
});

describe('a value that does not fit', () => {
  it.each([
    [0, new Message('08x0'), 'message type: a character is not one of the format of the field'],
    [0, new Message('1800'), 'message type: the message type is one of another version of ISO 8583'],
    [4, new Message('0100', { 4: '2500' }), 'field 4: the value does not have the length of the field'],
    [4, new Message('0100', { 4: '00000000250x' }), 'field 4: a character is not one of the format of the field'],
    [2, new Message('0100', { 2: '12345678901234567890' }), 'field 2: the length exceeds the maximum of the field'],
    [28, new Message('0100', { 28: 'X00000150' }), 'field 28: a character is not one of the format of the field'],
    [28, new Message('0100', { 28: '' }), 'field 28: the value does not have the length of the field'],
    [43, new Message('0100', { 43: 'é'.padEnd(40) }), 'field 43: a character is not one of the format of the field'],
    [43, new Message('0100', { 43: '€'.padEnd(40) }), 'field 43: a character is not one of the format of the field'],
    [
      52,
      new Message('0100', { 52: '0123456789abcdeg' }),
      'field 52: a character is not one of the format of the field',
    ],
    [52, new Message('0100', { 52: '0123456789abcde' }), 'field 52: the value does not have the length of the field'],
    [65, new Message('0100', { 65: '00' }), 'field 65: the specification has no such field'],
  ])('in field %i stops the encoder', (field, message, text) => {
    for (const codec of [ascii, binary]) {
      expect(() => codec.encode(message)).toThrow(expect.objectContaining({ field, message: text }));
      expect(() => codec.encode(message)).toThrow(FieldError);
    }
  });
});
