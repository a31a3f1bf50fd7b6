import Type, { type TSchema } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import type { ExactNumber } from '../json/exact-number.ts';
import type { FormatName } from './formats.ts';
import type { Tolerance } from './tolerances.ts';

/**
 * Annotations beside the JSON Schema keywords, read by `compile` and by the OpenAPI writer. `alsoSpelled` are other
 * keys under which the field is accepted; `code` replaces the usual error code of an unlisted value.
 */
export interface FieldOptions {
  description?: string;
  /** 0 on a mandatory text: it may be empty, which counts as missing otherwise. */
  minLength?: number;
  fieldFormat?: FormatName;
  tolerances?: readonly Tolerance[];
  alsoSpelled?: readonly string[];
  code?: ErrorCode;
  /** Where the interface itself writes null for an optional field that is absent: no deviation, so no warning. */
  nullable?: true;
  /** The one kind of field in which a full card number is expected; anywhere else one is masked before it is kept. */
  holdsCardNumber?: true;
}

/** A text of at most `max` Unicode code points. */
export function text(max: number, options: FieldOptions = {}) {
  return Type.String({ maxLength: max, ...options });
}

/** A text from a closed list; `maxLength` where the table gives one beside the list. */
export function oneOf<const V extends string>(
  values: readonly V[],
  options: FieldOptions & { maxLength?: number } = {},
) {
  return Type.Unsafe<V>({ type: 'string', enum: [...values], ...options });
}

/** The spec's type "Number": digits, as a JSON number or as text; the text of either is what is measured. */
export function digits(max: number, options: FieldOptions = {}) {
  return Type.Unsafe<string | number | ExactNumber>({
    type: ['string', 'integer'],
    maxLength: max,
    fieldFormat: 'digits',
    ...options,
  });
}

/** An array of entries, within the numbers that are given. */
export function list<T extends TSchema>(
  entry: T,
  options: FieldOptions & { minItems?: number; maxItems?: number } = {},
) {
  return Type.Array(entry, { ...options });
}

export const record = Type.Object;
export const optional = Type.Optional;
export const flag = (options: FieldOptions = {}) => Type.Boolean({ ...options });

/** The same field under each of the names. */
export function each<const Name extends string, T extends TSchema>(names: readonly Name[], make: () => T) {
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, T>;
}
