import { CLASSES, hexValues } from './characters.ts';
import { type CompiledField, compileFields, largestMessage } from './compile.ts';
import { FieldError } from './malformed.ts';
import type { Bitmap, Message } from './message.ts';
import { nibbleOf } from './packed.ts';
import type { Encoding, Specification } from './specification.ts';

const ZERO = 0x30;
const HEX_VALUES = { upper: hexValues('upper'), lower: hexValues('lower') };
const HEX_DIGITS = { upper: Buffer.from('0123456789ABCDEF'), lower: Buffer.from('0123456789abcdef') };

/**
 * Writes messages of one specification. Its buffer has the size of the largest message, and each message is returned as
 * a copy.
 */
export class Encoder {
  readonly #encoding: Encoding;
  readonly #version: string;
  readonly #fields: readonly (CompiledField | undefined)[];
  readonly #bytes: Buffer;
  readonly #hexDigits: Buffer;
  #at = 0;

  constructor(specification: Specification) {
    this.#encoding = specification.encoding;
    this.#version = specification.version;
    this.#fields = compileFields(specification);
    this.#bytes = Buffer.allocUnsafeSlow(largestMessage(this.#encoding, this.#fields));
    this.#hexDigits = HEX_DIGITS[this.#encoding.hexCase];
  }

  /** Writes a message after `headroom` bytes that the caller fills. Throws a FieldError if a value does not fit. */
  encode(message: Message, headroom: number): Buffer {
    this.#at = 0;
    try {
      this.#write(message);
      const encoded = Buffer.allocUnsafe(headroom + this.#at);
      this.#bytes.copy(encoded, headroom, 0, this.#at);
      return encoded;
    } finally {
      // the buffer outlives the message, and card data must not
      this.#bytes.fill(0, 0, this.#at);
    }
  }

  #write(message: Message): void {
    this.#writeMti(message.mti);
    const { bitmap, values } = message;
    this.#writeBitmaps(bitmap);
    let rank = 0;
    for (let word = 0; word < 4; word++) {
      let bits = bitmap[word] ?? 0;
      // field 1 has no value
      if (word === 0) bits &= 0x7fffffff;
      while (bits !== 0) {
        const position = Math.clz32(bits);
        bits &= ~(0x80000000 >>> position);
        this.#writeField(word * 32 + position + 1, values[rank] ?? '');
        rank++;
      }
    }
  }

  #writeMti(mti: string): void {
    if (!/^\d{4}$/.test(mti)) throw new FieldError(0, 'invalid_character');
    if (mti[0] !== this.#version) throw new FieldError(0, 'wrong_version');
    if (this.#encoding.mti === 'bcd') this.#at = this.#bytes.write(mti, 'hex');
    else this.#at = this.#bytes.write(mti, 'latin1');
  }

  #writeBitmaps([first, second, third, fourth]: Readonly<Bitmap>): void {
    const isExtended = first < 0 || third !== 0 || fourth !== 0;
    this.#writeWord(isExtended ? first | 0x80000000 : first);
    this.#writeWord(second);
    if (!isExtended) return;
    this.#writeWord(third);
    this.#writeWord(fourth);
  }

  #writeWord(word: number): void {
    if (this.#encoding.bitmap === 'binary') {
      this.#at = this.#bytes.writeInt32BE(word, this.#at);
      return;
    }
    for (let shift = 28; shift >= 0; shift -= 4) this.#writeHexDigit((word >>> shift) & 15);
  }

  #writeHexDigit(value: number): void {
    this.#bytes[this.#at] = this.#hexDigits[value] as number;
    this.#at++;
  }

  #writeField(number: number, value: string): void {
    const field = this.#fields[number];
    if (field === undefined) throw new FieldError(number, 'unknown_field');
    const length = this.#checkedLength(field, value);
    if (field.prefixBytes > 0) this.#writeLength(field.prefixBytes, length);
    switch (field.coding) {
      case 'text':
        this.#writeText(field, value, 0);
        break;
      case 'packed':
        this.#writePacked(field, value, 0);
        break;
      case 'signed':
        this.#writeSigned(field, value);
        break;
      default:
        this.#writeBytes(field, value);
    }
  }

  /** The length of a value as the specification counts it. */
  #checkedLength({ number, coding, prefixBytes, length }: CompiledField, value: string): number {
    let counted = value.length;
    if (coding === 'signed') counted -= 1;
    else if (coding === 'hex' || coding === 'raw') counted /= 2;
    const isVariable = prefixBytes > 0;
    if (isVariable && counted > length) throw new FieldError(number, 'too_long');
    if (isVariable ? !Number.isInteger(counted) : counted !== length) throw new FieldError(number, 'wrong_length');
    return counted;
  }

  #writeLength(prefixBytes: number, length: number): void {
    const { lengths } = this.#encoding;
    let rest = length;
    const base = lengths === 'binary' ? 256 : lengths === 'bcd' ? 100 : 10;
    for (let at = this.#at + prefixBytes - 1; at >= this.#at; at--) {
      const digit = rest % base;
      rest = (rest - digit) / base;
      this.#bytes[at] = base === 10 ? ZERO + digit : base === 100 ? packedByte(digit) : digit;
    }
    this.#at += prefixBytes;
  }

  #writeText({ number, classes }: CompiledField, value: string, start: number): void {
    const bytes = this.#bytes;
    let to = this.#at;
    for (let at = start; at < value.length; at++) {
      const code = value.charCodeAt(at);
      if (code > 255 || ((CLASSES[code] as number) & classes) === 0) {
        this.#at = to;
        throw new FieldError(number, 'invalid_character');
      }
      bytes[to++] = code;
    }
    this.#at = to;
  }

  #writePacked({ number, classes, padding }: CompiledField, value: string, start: number): void {
    const isOdd = ((value.length - start) & 1) === 1;
    let half = isOdd && padding === 'left-zero' ? 0 : -1;
    for (let at = start; at < value.length; at++) {
      const code = value.charCodeAt(at);
      if (code > 255 || ((CLASSES[code] as number) & classes) === 0) throw new FieldError(number, 'invalid_character');
      const nibble = nibbleOf(code);
      if (half < 0) half = nibble;
      else {
        this.#bytes[this.#at++] = (half << 4) | nibble;
        half = -1;
      }
    }
    if (half >= 0) this.#bytes[this.#at++] = (half << 4) | (padding === 'right-f' ? 15 : 0);
  }

  #writeSigned(field: CompiledField, value: string): void {
    const sign = value.charCodeAt(0);
    if (sign !== 0x43 && sign !== 0x44) throw new FieldError(field.number, 'invalid_character');
    this.#bytes[this.#at++] = sign;
    if (field.isPacked) this.#writePacked(field, value, 1);
    else this.#writeText(field, value, 1);
  }

  #writeBytes({ number, coding }: CompiledField, value: string): void {
    for (let at = 0; at < value.length; at += 2) {
      const high = hexValue(value.charCodeAt(at));
      const low = hexValue(value.charCodeAt(at + 1));
      if (high > 15 || low > 15) throw new FieldError(number, 'invalid_character');
      if (coding === 'raw') this.#bytes[this.#at++] = (high << 4) | low;
      else {
        this.#writeHexDigit(high);
        this.#writeHexDigit(low);
      }
    }
  }
}

function packedByte(number: number): number {
  const tens = Math.floor(number / 10);
  return (tens << 4) | (number - tens * 10);
}

/** The value of a hexadecimal digit in any case, or 255. */
function hexValue(code: number): number {
  if (code > 255) return 255;
  const value = HEX_VALUES.lower[code] as number;
  return value > 15 ? (HEX_VALUES.upper[code] as number) : value;
}
