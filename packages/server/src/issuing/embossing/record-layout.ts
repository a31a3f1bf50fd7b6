/**
 * The layout of an embossing file as data; docs/embossing.md shows it as tables. Each line is one record in printable
 * ASCII, and all records have the same length. A change needs a new LAYOUT_VERSION, and every bureau must be informed.
 */
export const LAYOUT_VERSION = '01';

/** The characters that a field may contain. */
const CHARACTER_SETS = {
  /** 0 to 9. */
  DIGITS: /^[0-9]*$/,
  /** Characters that can be embossed. */
  EMBOSSED: /^[A-Z0-9 .'/-]*$/,
  /** Blank to tilde. */
  PRINTABLE: /^[\x20-\x7e]*$/,
} as const;
type CharacterSet = keyof typeof CHARACTER_SETS;

export interface RecordField<Name extends string = string> {
  readonly name: Name;
  readonly length: number;
  /** Numbers are right-aligned and padded with zeros, texts left-aligned and padded with blanks. */
  readonly align: 'left' | 'right';
  readonly characters: CharacterSet;
  readonly meaning: string;
}

const text = <const Name extends string>(
  name: Name,
  length: number,
  meaning: string,
  characters: CharacterSet = 'PRINTABLE',
): RecordField<Name> => ({ name, length, align: 'left', characters, meaning });

const number = <const Name extends string>(name: Name, length: number, meaning: string): RecordField<Name> => ({
  name,
  length,
  align: 'right',
  characters: 'DIGITS',
  meaning,
});

export const HEADER = [
  text('record_type', 1, '`H`'),
  text('layout_version', 2, `\`${LAYOUT_VERSION}\``),
  text('bank_id', 4, 'as in every message of the bank'),
  text('bank_code', 3, 'as in client records'),
  number('run_number', 6, "counts the bank's runs from 1, without a gap"),
  text('created_at', 25, 'local time of the run with its offset: `2026-11-21T12:00:00+04:00`'),
  text('environment', 10, '`PRODUCTION` or `SANDBOX`'),
] as const;

export const CARD = [
  text('record_type', 1, '`D`'),
  number('record_number', 7, 'counts the cards of the file from 1'),
  text('card_number', 19, 'the full card number, 13 to 19 digits', 'DIGITS'),
  text('expiry', 4, 'YYMM', 'DIGITS'),
  text('embossed_name', 26, 'see below', 'EMBOSSED'),
  number('sequence_number', 3, 'card sequence number'),
  text('card_identifier', 20, 'EXID, which the bureau uses in its reports', 'DIGITS'),
  text('product_code', 32, 'product of the card'),
  text('card_role', 1, '`P` primary, `S` supplementary'),
  text('reason', 11, '`NEW`, `RENEWAL` or `REPLACEMENT`'),
  text('address_type', 9, 'type of the requested address: `PERMANENT`, `PRESENT` or `WORK`'),
  text('address_line_1', 100, 'the whole address is empty if the client has no address of that type'),
  text('address_line_2', 100, ''),
  text('address_line_3', 100, ''),
  text('address_line_4', 100, ''),
  text('city', 60, ''),
  text('state', 32, ''),
  text('zip', 32, ''),
  text('country', 60, 'as in the client record'),
] as const;

export const TRAILER = [
  text('record_type', 1, '`T`'),
  number('card_count', 7, 'cards in the file'),
  text('sha256', 64, 'SHA-256, in hexadecimal, of everything before this record, including line feeds'),
] as const;

export type CardField = (typeof CARD)[number]['name'];

/** Header and trailer are padded with blanks to the length of a card's record. */
export const RECORD_LENGTH = CARD.reduce((sum, { length }) => sum + length, 0);
const LINE_END = '\n';

/** Returns the length of a field of a card's record. */
export function lengthOf(name: CardField): number {
  return CARD.find((field) => field.name === name)!.length;
}

/**
 * Renders one record with its line end. Throws if a value does not fit its field, because it would shift every column
 * after it.
 */
export function renderRecord<Name extends string>(
  layout: readonly RecordField<Name>[],
  values: Readonly<Record<Name, string>>,
): string {
  const columns = layout.map(({ name, length, align, characters }) => {
    const value = values[name];
    // the error never contains the value: it may be a card number
    if (value.length > length || !CHARACTER_SETS[characters].test(value)) throw new Error(`${name} does not fit`);
    return align === 'left' ? value.padEnd(length) : value.padStart(length, '0');
  });
  return columns.join('').padEnd(RECORD_LENGTH) + LINE_END;
}
