import { CLASSES, hexValues } from './characters.ts';
import { type CompiledField, compileFields } from './compile.ts';
import type { Malformed, Reason } from './malformed.ts';
import { type Bitmap, Message } from './message.ts';
import { nibblesToTrack } from './packed.ts';
import type { Encoding, Specification } from './specification.ts';

/** A decoded message, or why the bytes are not one. */
export type DecodeResult =
  | { readonly ok: true; readonly message: Message }
  | {
      readonly ok: false;
      readonly malformed: Malformed;
      /** The message type and the fields before the malformed one, for an answer. Undefined without a message type and bitmaps. */
      readonly partial: Message | undefined;
    };

/** 1 for each byte that holds two packed digits. */
const TWO_DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => (byte >> 4 <= 9 && (byte & 15) <= 9 ? 1 : 0));
const ZERO = 0x30;
const NO_BYTES: Buffer = Buffer.alloc(0);

/**
 * Reads messages of one specification in one pass. It never throws, whatever the bytes are. Its state is only that of the
 * message that it reads, so that it allocates nothing but the message.
 */
export class Decoder {
  readonly #encoding: Encoding;
  readonly #version: number;
  readonly #fields: readonly (CompiledField | undefined)[];
  readonly #hexValues: Uint8Array;
  #bytes = NO_BYTES;
  #at = 0;
  #malformed: Malformed | undefined;
  #partial: Message | undefined;

  constructor(specification: Specification) {
    this.#encoding = specification.encoding;
    this.#version = Number(specification.version);
    this.#fields = compileFields(specification);
    this.#hexValues = hexValues(specification.encoding.hexCase);
  }

  decode(bytes: Uint8Array): DecodeResult {
    this.#bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = 0;
    this.#malformed = undefined;
    this.#partial = undefined;
    const message = this.#readMessage();
    // the bytes hold card data, and belong to the caller
    this.#bytes = NO_BYTES;
    if (message !== undefined) return { ok: true, message };
    const partial = this.#partial;
    this.#partial = undefined;
    return { ok: false, malformed: this.#malformed ?? { field: 0, offset: 0, reason: 'truncated' }, partial };
  }

  #readMessage(): Message | undefined {
    const mti = this.#readMti();
    if (mti === undefined) return undefined;
    const bitmap: Bitmap = [0, 0, 0, 0];
    if (!this.#readBitmap(bitmap, 0)) return undefined;
    if (bitmap[0] < 0 && !this.#readBitmap(bitmap, 2)) return undefined;
    const values: string[] = [];
    let last = 1;
    for (let word = 0; word < 4; word++) {
      let bits = bitmap[word] ?? 0;
      // field 1 only announces the second bitmap
      if (word === 0) bits &= 0x7fffffff;
      while (bits !== 0) {
        const position = Math.clz32(bits);
        bits &= ~(0x80000000 >>> position);
        last = word * 32 + position + 1;
        const field = this.#fields[last];
        const value = field === undefined ? this.#refuse(last, this.#at, 'unknown_field') : this.#readField(field);
        if (value === undefined) {
          this.#partial = Message.fromParts(mti, bitsBefore(bitmap, last), values);
          return undefined;
        }
        values.push(value);
      }
    }
    if (this.#at !== this.#bytes.length) return this.#refuse(last, this.#at, 'trailing_bytes');
    return Message.fromParts(mti, bitmap, values);
  }

  #readMti(): string | undefined {
    const isPacked = this.#encoding.mti === 'bcd';
    const size = isPacked ? 2 : 4;
    if (this.#bytes.length < size) return this.#refuse(0, 0, 'truncated');
    for (let at = 0; at < size; at++) {
      const byte = this.#bytes[at] as number;
      const isDigits = isPacked ? TWO_DIGITS[byte] === 1 : byte >= ZERO && byte <= ZERO + 9;
      if (!isDigits) return this.#refuse(0, at, 'invalid_character');
    }
    const first = this.#bytes[0] as number;
    if ((isPacked ? first >> 4 : first - ZERO) !== this.#version) return this.#refuse(0, 0, 'wrong_version');
    this.#at = size;
    return this.#bytes.toString(isPacked ? 'hex' : 'latin1', 0, size);
  }

  /** Reads 64 bits into two words of the bitmap. */
  #readBitmap(bitmap: Bitmap, word: 0 | 2): boolean {
    const start = this.#at;
    if (this.#encoding.bitmap === 'binary') {
      if (start + 8 > this.#bytes.length) return this.#refuse(1, start, 'truncated') ?? false;
      bitmap[word] = this.#bytes.readInt32BE(start);
      bitmap[word + 1] = this.#bytes.readInt32BE(start + 4);
      this.#at = start + 8;
      return true;
    }
    if (start + 16 > this.#bytes.length) return this.#refuse(1, start, 'truncated') ?? false;
    for (let digit = 0; digit < 16; digit++) {
      const value = this.#hexValues[this.#bytes[start + digit] as number] as number;
      if (value > 15) return this.#refuse(1, start + digit, 'invalid_character') ?? false;
      const half = word + (digit >> 3);
      bitmap[half] = ((bitmap[half] as number) << 4) | value;
    }
    this.#at = start + 16;
    return true;
  }

  #readField(field: CompiledField): string | undefined {
    const length = field.prefixBytes > 0 ? this.#readLength(field) : field.length;
    if (length < 0) return undefined;
    switch (field.coding) {
      case 'text':
        return this.#readText(field, length);
      case 'packed':
        return this.#readPacked(field, length);
      case 'signed':
        return this.#readSigned(field, length);
      case 'hex':
        return this.#readHex(field, length);
      case 'raw': {
        const start = this.#at;
        if (!this.#advance(field, length)) return undefined;
        return this.#bytes.toString('hex', start, this.#at);
      }
    }
  }

  /** Reads a length prefix. Returns -1 if it is malformed. */
  #readLength(field: CompiledField): number {
    const start = this.#at;
    const { lengths } = this.#encoding;
    if (!this.#advance(field, field.prefixBytes)) return -1;
    let length = 0;
    for (let at = start; at < this.#at; at++) {
      const byte = this.#bytes[at] as number;
      if (lengths === 'binary') length = length * 256 + byte;
      else if (lengths === 'ascii') {
        if (byte < ZERO || byte > ZERO + 9) return this.#refuseLength(field, at, 'invalid_length');
        length = length * 10 + byte - ZERO;
      } else {
        if (TWO_DIGITS[byte] === 0) return this.#refuseLength(field, at, 'invalid_length');
        length = length * 100 + (byte >> 4) * 10 + (byte & 15);
      }
    }
    return length > field.length ? this.#refuseLength(field, start, 'too_long') : length;
  }

  #refuseLength({ number }: CompiledField, offset: number, reason: Reason): number {
    this.#refuse(number, offset, reason);
    return -1;
  }

  #readText(field: CompiledField, length: number): string | undefined {
    const start = this.#at;
    if (!this.#advance(field, length)) return undefined;
    if (!this.#areCharacters(field, start, this.#at)) return undefined;
    return this.#bytes.toString('latin1', start, this.#at);
  }

  #areCharacters({ number, classes }: CompiledField, start: number, end: number): boolean {
    const bytes = this.#bytes;
    for (let at = start; at < end; at++) {
      const isPermitted = ((CLASSES[bytes[at] as number] as number) & classes) !== 0;
      if (!isPermitted) return this.#refuse(number, at, 'invalid_character') ?? false;
    }
    return true;
  }

  #readPacked(field: CompiledField, digits: number): string | undefined {
    const start = this.#at;
    if (!this.#advance(field, (digits + 1) >> 1)) return undefined;
    const isOdd = (digits & 1) === 1;
    const isLeft = field.padding === 'left-zero';
    const spare = isLeft ? start : this.#at - 1;
    for (let at = start; at < this.#at; at++) {
      let byte = this.#bytes[at] as number;
      if (isOdd && at === spare) {
        const nibble = isLeft ? byte >> 4 : byte & 15;
        if (nibble !== (field.padding === 'right-f' ? 15 : 0)) {
          return this.#refuse(field.number, at, 'invalid_padding');
        }
        byte = isLeft ? byte : byte & 0xf0;
      }
      if (!field.isTrack && TWO_DIGITS[byte] === 0) return this.#refuse(field.number, at, 'invalid_character');
    }
    const nibbles = this.#bytes.toString('hex', start, this.#at);
    const value = isOdd ? (isLeft ? nibbles.slice(1) : nibbles.slice(0, -1)) : nibbles;
    return field.isTrack ? nibblesToTrack(value) : value;
  }

  #readSigned(field: CompiledField, digits: number): string | undefined {
    const start = this.#at;
    if (!this.#advance(field, 1)) return undefined;
    const sign = this.#bytes[start];
    if (sign !== 0x43 && sign !== 0x44) return this.#refuse(field.number, start, 'invalid_character');
    const value = field.isPacked ? this.#readPacked(field, digits) : this.#readText(field, digits);
    return value === undefined ? undefined : (sign === 0x43 ? 'C' : 'D') + value;
  }

  #readHex(field: CompiledField, bytes: number): string | undefined {
    const start = this.#at;
    if (!this.#advance(field, 2 * bytes)) return undefined;
    for (let at = start; at < this.#at; at++) {
      const isDigit = (this.#hexValues[this.#bytes[at] as number] as number) < 16;
      if (!isDigit) return this.#refuse(field.number, at, 'invalid_character');
    }
    return this.#bytes.toString('latin1', start, this.#at).toLowerCase();
  }

  /** Moves past the next bytes, if there are that many. */
  #advance(field: CompiledField, size: number): boolean {
    if (this.#at + size > this.#bytes.length) return this.#refuse(field.number, this.#at, 'truncated') ?? false;
    this.#at += size;
    return true;
  }

  #refuse(field: number, offset: number, reason: Reason): undefined {
    this.#malformed = { field, offset, reason };
    return undefined;
  }
}

/** The bits of the fields before a field. */
function bitsBefore(bitmap: Bitmap, field: number): Bitmap {
  return bitmap.map((bits, word) => {
    const before = field - 1 - word * 32;
    if (before <= 0) return 0;
    return before >= 32 ? bits : bits & ~(-1 >>> before);
  }) as Bitmap;
}
