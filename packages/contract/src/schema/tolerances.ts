import { isJsonObject, type JsonValue } from '../json/exact-number.ts';
import { forbiddenCharacter } from './clean-text.ts';

/**
 * An accepted deviation from the tables. The schema of a field lists it under `tolerances`. It is tried after the
 * strict rules have refused a value, and returns the value to use instead.
 */
export interface Tolerance {
  /** Name of the contract warning. */
  readonly rule: string;
  /** Description of the accepted values, for docs and OpenAPI. */
  readonly accepts: string;
  /** Tried before the strict rules instead of after them, for values that these rules would accept. */
  readonly eager?: true;
  /** The value to use, or undefined when this tolerance does not apply. `ABSENT` drops the field. */
  accept(value: JsonValue): JsonValue | typeof ABSENT | undefined;
}

export const ABSENT = Symbol('absent');

/** Header fields tracking_id and instance_id: null means absent. */
export const nullAsAbsent: Tolerance = {
  rule: 'null-as-absent',
  accepts: 'null, with the same effect as absent',
  accept: (value) => (value === null ? ABSENT : undefined),
};

/** Accepts any text within a maximum, for values without effect or with longer values in the published payloads. */
export function anyText(max: number): Tolerance {
  return {
    rule: 'any-text',
    accepts: `any text of at most ${max} characters`,
    accept: (value) =>
      typeof value === 'string' && [...value].length <= max && forbiddenCharacter(value) === undefined
        ? value
        : undefined,
  };
}

/** Accepts further values in addition to the table's, without changing them. */
export function alsoValues(...values: string[]): Tolerance {
  return {
    rule: 'other-value',
    accepts: values.join(', '),
    accept: (value) => (typeof value === 'string' && values.includes(value) ? value : undefined),
  };
}

/** Accepts several of the table's values in an array: the field's name is a plural, its value in the table is not. */
export function listOfValues(values: readonly string[]): Tolerance {
  return {
    rule: 'list-of-values',
    accepts: `an array of ${values.join(', ')}`,
    accept: (value) => {
      const fits = Array.isArray(value) && value.length > 0 && value.every((one) => values.includes(one as string));
      return fits ? value : undefined;
    },
  };
}

/** Accepts other spellings of a value, and replaces them with the table's. */
export function withSpellings(spellings: Record<string, string>): Tolerance {
  const targets = new Map(Object.entries(spellings));
  return {
    rule: 'other-spelling',
    accepts: [...targets].map(([from, to]) => `${from} (stored as ${to})`).join(', '),
    accept: (value) => (typeof value === 'string' ? targets.get(value) : undefined),
  };
}

/** Accepts another written form of the same value. */
export function alsoMatches(rule: string, accepts: string, pattern: RegExp): Tolerance {
  return {
    rule,
    accepts,
    accept: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined),
  };
}

/** Header field msg_function: blanks around and inside the name are removed before the comparison. */
export function withoutBlanks(name: string): Tolerance {
  return {
    rule: 'blanks-removed',
    accepts: 'surrounding and inner blanks',
    accept: (value) => (typeof value === 'string' && value.replace(/\s+/gu, '') === name ? name : undefined),
  };
}

/**
 * The fields identity_proof_document and employment_details: an array with one such object is accepted as the object.
 */
export const arrayOfOne: Tolerance = {
  rule: 'array-of-one',
  accepts: 'an array with one such object',
  accept: (value) => (Array.isArray(value) && value.length === 1 && isJsonObject(value[0]) ? value[0] : undefined),
};

/** The field supplementary_documents: an empty entry is dropped. */
export const emptyEntriesDropped: Tolerance = {
  rule: 'empty-entry-dropped',
  accepts: 'empty entries {}, which are dropped',
  eager: true,
  accept: (value) => {
    if (!Array.isArray(value)) return undefined;
    const nonEmpty = value.filter((entry) => !isEmptyObject(entry));
    return nonEmpty.length < value.length ? nonEmpty : undefined;
  },
};

function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
