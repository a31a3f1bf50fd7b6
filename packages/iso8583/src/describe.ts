import { maskCardNumbers, maskPan } from './mask.ts';
import type { Message } from './message.ts';
import { describeMessageType } from './message-type.ts';
import type { Field, Specification } from './specification.ts';

/** Track 2, track 3, track 1, the PIN and chip data: never shown, whatever a specification permits (PCI DSS 3.3.1). */
const HIDDEN_FIELDS = new Set([35, 36, 45, 52, 55]);
/** The card number: masked, whatever a specification permits (PCI DSS 3.4.1). */
const CARD_NUMBERS = new Set([2, 34]);

/** A field as people may see it. */
export interface FieldDescription {
  readonly field: number;
  readonly name: string;
  /** The value, masked if it is a card number. A value that is not shown is replaced by its length. */
  readonly text: string;
}

/**
 * Describes the fields of a message for people, without card data: card numbers are masked, and track data, PIN, chip
 * data and fields with a private layout show only their length.
 */
export function describeFields(message: Message, { fields }: Specification): FieldDescription[] {
  return Array.from(message, ([number, value]) => {
    const field = fields[number];
    return { field: number, name: field?.name ?? 'Unknown field', text: displayedText(number, field, value) };
  });
}

/**
 * Describes a message for people in lines of text, without card data.
 *
 * @example
 * describeMessage(message, codec.specification);
 * // 0100  authorization request (ISO 8583:1987)
 * //    2  Primary account number       476173******0010
 * //    4  Amount, transaction          000000002500
 */
export function describeMessage(message: Message, specification: Specification): string {
  const described = describeFields(message, specification);
  const width = Math.max(0, ...described.map(({ name }) => name.length));
  const lines = described.map(
    ({ field, name, text }) => `${String(field).padStart(4)}  ${name.padEnd(width)}  ${text}`,
  );
  return [`${message.mti}  ${describeMessageType(message.mti)}`, ...lines].join('\n');
}

function displayedText(number: number, field: Field | undefined, value: string): string {
  const display = displayOf(number, field);
  if (display === 'pan') return maskPan(value);
  if (display === 'never') return `(${lengthOf(field, value)}, not shown)`;
  // amounts and numbers of other things are digits that only look like card numbers
  const isNumeric = field?.format === 'n' || field?.format === 'x+n';
  return isNumeric ? value : maskCardNumbers(value);
}

function displayOf(number: number, field: Field | undefined): NonNullable<Field['display']> {
  if (field === undefined || field.format === 'z' || HIDDEN_FIELDS.has(number)) return 'never';
  const display = field.display ?? 'text';
  return CARD_NUMBERS.has(number) && display === 'text' ? 'pan' : display;
}

function lengthOf(field: Field | undefined, value: string): string {
  if (field?.format === 'b') return `${value.length / 2} bytes`;
  return `${value.length} characters`;
}
