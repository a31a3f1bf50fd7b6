import { describe, expect, it } from 'vitest';
import { Codec } from './codec.ts';
import { loadSpecification } from './load-specification.ts';
import { describeMalformed, type Malformed } from './malformed.ts';
import { Message } from './message.ts';
import { SPECIFICATIONS } from './specifications/built-in.ts';

const ascii = new Codec(SPECIFICATIONS['iso1987-ascii']);
const binary = new Codec(SPECIFICATIONS['iso1987-binary']);
const paddedRight = new Codec(
  loadSpecification({ name: 'padded', extends: 'iso1987-binary', encoding: { padding: 'right-f' } }),
);

function malformed(codec: Codec, bytes: Buffer): Malformed | undefined {
  const result = codec.decode(bytes);
  return result.ok ? undefined : result.malformed;
}

describe('malformed ASCII', () => {
  it.each<[string, number, number, Malformed['reason']]>([
    ['', 0, 0, 'truncated'],
    ['010', 0, 0, 'truncated'],
    ['01a0', 0, 2, 'invalid_character'],
    ['1100', 0, 0, 'wrong_version'],
    ['0100' + '000000000000000', 1, 4, 'truncated'],
    ['0100' + '00000000000000g0', 1, 18, 'invalid_character'],
    // lower-case digits would become upper-case ones, when the message is encoded again
    ['0100' + '000000000000000a', 1, 19, 'invalid_character'],
    ['0100' + '8000000000000000' + '00000000', 1, 20, 'truncated'],
    ['0100' + '8000000000000000' + '8000000000000000', 65, 36, 'unknown_field'],
    ['0100' + '4000000000000000', 2, 20, 'truncated'],
    ['0100' + '4000000000000000' + 'x6', 2, 20, 'invalid_length'],
    ['0100' + '4000000000000000' + '-1', 2, 20, 'invalid_length'],
    ['0100' + '4000000000000000' + '20' + '12345678901234567890', 2, 20, 'too_long'],
    ['0100' + '4000000000000000' + '16' + '476173900101001', 2, 22, 'truncated'],
    ['0100' + '4000000000000000' + '16' + '476173900101001x', 2, 37, 'invalid_character'],
    ['0100' + '2000000000000000' + '00000', 3, 20, 'truncated'],
    ['0100' + '2000000000000000' + '0000 0', 3, 24, 'invalid_character'],
    ['0100' + '0000001000000000' + 'X00000150', 28, 20, 'invalid_character'],
    ['0100' + '0000001000000000' + 'C0000015x', 28, 28, 'invalid_character'],
    ['0100' + '0000000020000000' + '034A1', 35, 23, 'invalid_character'],
    ['0100' + '0000000002000000' + '0\n', 39, 21, 'invalid_character'],
    ['0100' + '0000000000800000' + 'TERM\x00001', 41, 24, 'invalid_character'],
    ['0100' + '0000000000001000' + '0123456789ABCDE', 52, 20, 'truncated'],
    ['0100' + '0000000000001000' + '0123456789ABCDEx', 52, 35, 'invalid_character'],
    ['0100' + '0000000000010000' + '00x', 48, 22, 'invalid_length'],
    ['0100' + '2000000000000000' + '000000' + '0', 3, 26, 'trailing_bytes'],
    ['0100' + '0000000000000000' + '0', 1, 20, 'trailing_bytes'],
  ])('%j is reported with its field, offset and reason', (text, field, offset, reason) => {
    expect(malformed(ascii, Buffer.from(text, 'latin1'))).toEqual({ field, offset, reason });
  });
});

describe('malformed packed messages', () => {
  it.each<[Codec, string, number, number, Malformed['reason']]>([
    [binary, '01', 0, 0, 'truncated'],
    [binary, '0a00', 0, 0, 'invalid_character'],
    [binary, '1100', 0, 0, 'wrong_version'],
    [binary, '010000000000000000', 1, 2, 'truncated'],
    [binary, '01004000000000000000' + '1a', 2, 10, 'invalid_length'],
    [binary, '01004000000000000000' + '20', 2, 10, 'too_long'],
    [binary, '01004000000000000000' + '03' + '1234', 2, 11, 'invalid_padding'],
    [binary, '01004000000000000000' + '03' + '012a', 2, 12, 'invalid_character'],
    [binary, '01004000000000000000' + '03' + '01', 2, 11, 'truncated'],
    [paddedRight, '01004000000000000000' + '03' + '1230', 2, 12, 'invalid_padding'],
    [paddedRight, '01004000000000000000' + '03' + '12af', 2, 12, 'invalid_character'],
    [binary, '01000000000000010000' + '1000', 48, 10, 'too_long'],
    [binary, '01000000001000000000' + '45' + '00000150', 28, 10, 'invalid_character'],
    [binary, '01000000001000000000' + '43' + '000001f0', 28, 14, 'invalid_character'],
    [binary, '01000000000000001000' + '00112233', 52, 10, 'truncated'],
  ])('%# is reported with its field, offset and reason', (codec, hex, field, offset, reason) => {
    expect(malformed(codec, Buffer.from(hex, 'hex'))).toEqual({ field, offset, reason });
  });
});

it('is described in a sentence without data of the message', () => {
  expect(describeMalformed({ field: 0, offset: 2, reason: 'invalid_character' })).toBe(
    'message type at offset 2: a character is not one of the format of the field',
  );
  expect(describeMalformed({ field: 1, offset: 4, reason: 'truncated' })).toBe(
    'bitmap at offset 4: the message ends inside of the field',
  );
  expect(describeMalformed({ field: 2, offset: 20, reason: 'too_long' })).toBe(
    'field 2 at offset 20: the length exceeds the maximum of the field',
  );
});

it('a malformed message has the fields before the malformed one, for an answer', () => {
  const message = new Message('0100', { 2: '4761739001010010', 7: '1120080000', 11: '000001', 70: '301' });
  const bytes = ascii.encode(message);
  bytes.write('x', bytes.length - 1);
  const decoded = ascii.decode(bytes);
  const partial = decoded.ok ? undefined : decoded.partial;
  expect(partial?.toObject()).toEqual({ 2: '4761739001010010', 7: '1120080000', 11: '000001' });
  expect(ascii.decode(Buffer.from('0100'))).toMatchObject({ ok: false, partial: undefined });
});
