import Type, { type Static, type TObject, type TOptional, type TSchema } from 'typebox';
import type { ErrorName } from '../errors.ts';
import type { ExactNumber, JsonValue } from '../json/exact-number.ts';
import type { FormatName } from './formats.ts';
import type { Tolerance } from './tolerances.ts';

/**
 * Annotations beside the JSON Schema keywords, read by `compile` and by the OpenAPI writer. `alsoSpelled` are other
 * keys under which the field is accepted; `error` replaces the usual error of an unlisted value.
 */
export interface FieldOptions {
  description?: string;
  /** 0 on a mandatory text: it may be empty. Without it, an empty text counts as missing. */
  minLength?: number;
  /** A mandatory text that may hold blanks alone. */
  mayBeBlank?: true;
  /** A text of several lines, such as an armored key. */
  hasLines?: true;
  /** When an optional field is mandatory, as the field tables say it (`required when ...`). */
  requiredWhen?: string;
  /** The field beside it that may be sent instead: this one is mandatory where that one is absent. */
  requiredWithout?: string;
  fieldFormat?: FormatName;
  tolerances?: readonly Tolerance[];
  alsoSpelled?: readonly string[];
  error?: ErrorName;
  /**
   * The interface itself writes null for this optional field when it is absent, so null is no deviation and gives no
   * warning.
   */
  nullable?: true;
  /**
   * Marks the fields that may contain a full card number; in all other fields a card number is masked before it is
   * stored.
   */
  holdsCardNumber?: true;
  /** How OpenAPI, and types made from it, call this schema. Schemas of one name are the same but for their use. */
  component?: string;
  /** How OpenAPI calls this field wherever it stands: fields of one name are the same, and what is said of them too. */
  alike?: string;
  /**
   * Of an object: a member that the schema does not list is a finding. Elsewhere such a member is stored and reported
   * as a warning. For objects in which a misspelled name would silently have no effect.
   */
  refusesUnknown?: true;
  /** A schema all of whose members this one has too: OpenAPI says it by a reference. */
  extending?: TSchema;
}

/** When an optional field is mandatory, in words. */
export function conditionOf({ requiredWhen, requiredWithout }: FieldOptions): string | undefined {
  return requiredWithout === undefined ? requiredWhen : `${requiredWithout} is absent`;
}

/** A text of at most `max` Unicode code points. */
export function text(max: number, options: FieldOptions = {}) {
  return Type.String({ maxLength: max, ...options });
}

/** A time in an answer, to the millisecond. */
export const instantField = () => text(24, { alike: 'ToldTime', description: 'ISO 8601 UTC' });
/** The same, as exact as the database has it. */
export const exactInstantField = () => text(30, { alike: 'ToldExactTime', description: 'ISO 8601 UTC' });

/** A text from a closed list; `maxLength` where the table gives a maximum beside the list. */
export function oneOf<const V extends string>(
  values: readonly V[],
  options: FieldOptions & { maxLength?: number } = {},
) {
  return Type.Unsafe<V>({ type: 'string', enum: [...values], ...options });
}

/** The interface's type "Number": digits, as a JSON number or as text; its length is that of the text in both cases. */
export function digits(max: number, options: FieldOptions = {}) {
  return Type.Unsafe<string | number | ExactNumber>({
    type: ['string', 'integer'],
    maxLength: max,
    fieldFormat: 'digits',
    ...options,
  });
}

/** A decimal as a JSON number or as text; the digits are kept as they were written. */
export function decimal(max: number, options: FieldOptions = {}) {
  return Type.Unsafe<string | number | ExactNumber>({
    type: ['string', 'number'],
    maxLength: max,
    fieldFormat: 'decimal',
    ...options,
  });
}

/** A JSON integer from `minimum` to `maximum`. */
export function whole(minimum: number, maximum: number, options: FieldOptions = {}) {
  return Type.Integer({ minimum, maximum, ...options });
}

/** Any JSON value: the interface gives the field no type. */
export function anything(options: FieldOptions = {}) {
  return Type.Unsafe<JsonValue>({ ...options });
}

/** Of each schema of a union. */
type StaticOf<T> = T extends TSchema ? Static<T> : never;

/** An object whose member `name` decides which of the records it is; `otherwise` applies to every other value. */
export function discriminated<Variants extends Record<string, TObject>, Other extends TObject | undefined>(
  name: string,
  variants: Variants,
  otherwise: Other,
  options: FieldOptions = {},
) {
  return Type.Unsafe<StaticOf<Variants[keyof Variants]> | StaticOf<Other>>({
    type: 'object',
    discriminatedBy: name,
    variants,
    otherwise,
    ...options,
  });
}

/** A map from keys of one format to values of one schema. */
export function mapOf<T extends TSchema>(keyFormat: FormatName, entries: T, options: FieldOptions = {}) {
  return Type.Unsafe<Record<string, Static<T>>>({ type: 'object', keyFormat, entries, ...options });
}

/** Most entries of a list that is received and has no maximum of its own. */
export const MOST_ENTRIES = 100;

/** An array of entries, within the given minimum and maximum. Every list of a request needs a maximum. */
export function list<T extends TSchema>(
  entry: T,
  options: FieldOptions & { minItems?: number; maxItems?: number; maximumOfAll?: true } = {},
) {
  return Type.Array(entry, { ...options });
}

export const record = Type.Object;
export const optional = Type.Optional;
export const flag = (options: FieldOptions = {}) => Type.Boolean({ ...options });

/** The same field for each of the names. */
export function each<const Name extends string, T extends TSchema>(names: readonly Name[], make: () => T) {
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, T>;
}

/** The same fields, none of them mandatory. */
export function allOptional<Fields extends Record<string, TSchema>>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional(field)])) as {
    [Name in keyof Fields]: TOptional<Fields[Name]>;
  };
}
