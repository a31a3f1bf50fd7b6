/** Why the bytes of a message or the value of a field are refused. */
export const REASONS = {
  truncated: 'the message ends inside of the field',
  trailing_bytes: 'bytes follow the last field',
  invalid_character: 'a character is not one of the format of the field',
  invalid_length: 'the length is not a number',
  too_long: 'the length exceeds the maximum of the field',
  wrong_length: 'the value does not have the length of the field',
  invalid_padding: 'the spare nibble of packed digits is not the padding of the specification',
  unknown_field: 'the specification has no such field',
  wrong_version: 'the message type is one of another version of ISO 8583',
} as const;

export type Reason = keyof typeof REASONS;

/** The part of a message that cannot be read. It holds no data of the message, so it can be logged. */
export interface Malformed {
  /** The number of the field: 0 is the message type, 1 the bitmaps. */
  readonly field: number;
  /** The position of the first byte that is wrong, from the start of the message. */
  readonly offset: number;
  readonly reason: Reason;
}

/**
 * Describes a malformed message in a sentence, for a log.
 *
 * @example
 * describeMalformed({ field: 4, offset: 20, reason: 'truncated' });
 * // 'field 4 at offset 20: the message ends inside of the field'
 */
export function describeMalformed({ field, offset, reason }: Malformed): string {
  return `${partName(field)} at offset ${offset}: ${REASONS[reason]}`;
}

/** Thrown if the value of a field does not fit the specification, so that the message cannot be encoded. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  readonly field: number;
  readonly reason: Reason;

  constructor(field: number, reason: Reason) {
    super(`${partName(field)}: ${REASONS[reason]}`);
    this.field = field;
    this.reason = reason;
  }
}

function partName(field: number): string {
  if (field === 0) return 'message type';
  return field === 1 ? 'bitmap' : `field ${field}`;
}
