import { permittedClasses } from './characters.ts';
import { LAST_FIELD } from './message.ts';
import type { Encoding, Field, Padding, Prefix, Specification } from './specification.ts';

/** How the value of a field is written. */
export type Coding = 'text' | 'packed' | 'signed' | 'hex' | 'raw';

/** A field with everything that the encoder and the decoder need, so that neither reads the specification. */
export interface CompiledField {
  readonly number: number;
  readonly coding: Coding;
  /** Whether the sign of x+n is followed by packed digits. */
  readonly isPacked: boolean;
  readonly classes: number;
  readonly isTrack: boolean;
  /** The size of the length prefix, or 0 for a fixed field. */
  readonly prefixBytes: number;
  /** The length of a fixed field, or the maximum of a variable one, without the sign. */
  readonly length: number;
  readonly padding: Padding;
}

const PREFIX_DIGITS: Readonly<Record<Prefix, number>> = { LL: 2, LLL: 3, LLLL: 4 };

/** Compiles the fields of a specification. The position in the list is the number of the field. */
export function compileFields({ encoding, fields }: Specification): readonly (CompiledField | undefined)[] {
  return Array.from({ length: LAST_FIELD + 1 }, (_, number) => {
    const field = fields[number];
    return field && compileField(number, field, encoding);
  });
}

function compileField(number: number, field: Field, encoding: Encoding): CompiledField {
  const { format, length, prefix } = field;
  return {
    number,
    coding: codingOf(field, encoding),
    isPacked: encoding.digits === 'bcd',
    classes: permittedClasses(format, encoding.text),
    isTrack: format === 'z',
    prefixBytes: prefix === undefined ? 0 : prefixBytes(PREFIX_DIGITS[prefix], encoding.lengths),
    length,
    padding: field.padding ?? encoding.padding,
  };
}

function codingOf({ format }: Field, { digits, binary }: Encoding): Coding {
  if (format === 'x+n') return 'signed';
  if (format === 'b') return binary;
  return (format === 'n' || format === 'z') && digits === 'bcd' ? 'packed' : 'text';
}

function prefixBytes(digits: number, lengths: Encoding['lengths']): number {
  if (lengths === 'ascii') return digits;
  if (lengths === 'bcd') return (digits + 1) >> 1;
  return digits === 2 ? 1 : 2;
}

/** The largest number of bytes that a message of these fields can have. */
export function largestMessage({ mti, bitmap }: Encoding, fields: readonly (CompiledField | undefined)[]): number {
  let bytes = (mti === 'bcd' ? 2 : 4) + (bitmap === 'binary' ? 16 : 32);
  for (const field of fields) if (field !== undefined) bytes += field.prefixBytes + largestValue(field);
  return bytes;
}

function largestValue({ coding, isPacked, length }: CompiledField): number {
  if (coding === 'hex') return 2 * length;
  if (coding === 'packed') return (length + 1) >> 1;
  if (coding === 'signed') return 1 + (isPacked ? (length + 1) >> 1 : length);
  return length;
}
