import Type, { type Static, type TObject, type TOptional, type TSchema } from 'typebox';
import type { ErrorName } from '../errors.ts';
import type { ExactNumber, JsonValue } from '../json/exact-number.ts';
import type { FormatName } from './formats.ts';
import type { Tolerance } from './tolerances.ts';

/**
 * Annotations in addition to the JSON Schema keywords, for `compile` and the OpenAPI writer. `alsoSpelled` lists other
 * accepted keys of the field; `error` replaces the usual error of an unlisted value.
 */
export interface FieldOptions {
  description?: string;
  /** 0 on a mandatory text allows it to be empty. Otherwise, an empty text counts as missing. */
  minLength?: number;
  /** A mandatory text that may contain only blanks. */
  mayBeBlank?: true;
  /** A text of several lines, such as an armored key. */
  hasLines?: true;
  /** The condition under which an optional field is mandatory, as in the field tables (`required when ...`). */
  requiredWhen?: string;
  /** An alternative field of the same object. This field is mandatory if the alternative is absent. */
  requiredWithout?: string;
  fieldFormat?: FormatName;
  tolerances?: readonly Tolerance[];
  alsoSpelled?: readonly string[];
  error?: ErrorName;
  /**
   * The interface itself writes null for this optional field when it is absent, so null is not a deviation and gives no
   * warning.
   */
  nullable?: true;
  /** The field may contain a full card number. In all other fields, card numbers are masked before they are stored. */
  holdsCardNumber?: true;
  /** Name of this schema in OpenAPI and in types generated from it. Schemas with one name differ only in their use. */
  component?: string;
  /** Name of this field in OpenAPI in all places. Fields with one name are the same, including their descriptions. */
  fieldComponent?: string;
  /**
   * For an object: a member that the schema does not list is a finding. Otherwise, such a member is stored and reported
   * as a warning. Set where a misspelled name would silently have no effect.
   */
  refusesUnknown?: true;
  /** Name of the type in the SDK, if it is narrower than the component. */
  sdkType?: string;
  /** A schema whose members this schema also has. OpenAPI expresses this with a reference. */
  extending?: TSchema;
}

/** Describes when an optional field is mandatory. */
export function conditionOf({ requiredWhen, requiredWithout }: FieldOptions): string | undefined {
  return requiredWithout === undefined ? requiredWhen : `${requiredWithout} is absent`;
}

/** A text of at most `max` Unicode code points. */
export function text(max: number, options: FieldOptions = {}) {
  return Type.String({ maxLength: max, ...options });
}

/** A time in an answer, with milliseconds. */
export const instantField = () => text(24, { fieldComponent: 'Instant', description: 'ISO 8601 UTC' });
/** A time in an answer, with the precision of the database. */
export const exactInstantField = () => text(30, { fieldComponent: 'ExactInstant', description: 'ISO 8601 UTC' });

/** A text from a closed list. `maxLength` is set if the table also gives a maximum. */
export function oneOf<const V extends string>(
  values: readonly V[],
  options: FieldOptions & { maxLength?: number } = {},
) {
  return Type.Unsafe<V>({ type: 'string', enum: [...values], ...options });
}

/** The interface's type "Number": digits, as a JSON number or as text. The length is that of the text in both cases. */
export function digits(max: number, options: FieldOptions = {}) {
  return Type.Unsafe<string | number | ExactNumber>({
    type: ['string', 'integer'],
    maxLength: max,
    fieldFormat: 'digits',
    ...options,
  });
}

/** A decimal as a JSON number or as text. The digits stay as they were sent. */
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

/** Any JSON value, for fields to which the interface gives no type. */
export function anything(options: FieldOptions = {}) {
  return Type.Unsafe<JsonValue>({ ...options });
}

/** The static type of each schema of a union. */
type StaticOf<T> = T extends TSchema ? Static<T> : never;

/** An object whose member `name` selects the record. `otherwise` applies to every other value. */
export function discriminatedUnion<Variants extends Record<string, TObject>, Other extends TObject | undefined>(
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

/** Maximum number of entries of a list in a request without a maximum of its own. */
export const MAX_ENTRIES = 100;

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

/** The same field under several names. */
export function each<const Name extends string, T extends TSchema>(names: readonly Name[], make: () => T) {
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, T>;
}

/** The same fields, all of them optional. */
export function allOptional<Fields extends Record<string, TSchema>>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional(field)])) as {
    [Name in keyof Fields]: TOptional<Fields[Name]>;
  };
}
