import { isJsonObject, type JsonValue } from '../json/exact-number.ts';
import { forbiddenCharacter } from './clean-text.ts';

/**
 * A deviation from the tables that is accepted on receipt. It is listed in the field's own schema under `tolerances`,
 * is tried after the strict rules have refused, and gives the value to use instead.
 */
export interface Tolerance {
  /** Name of the contract warning. */
  readonly rule: string;
  /** What is accepted, for docs and OpenAPI. */
  readonly accepts: string;
  /** Tried before the strict rules instead of after them: for values that these would accept. */
  readonly eager?: true;
  /** The value to use, or undefined when this tolerance does not apply. `ABSENT` drops the field. */
  accept(value: JsonValue): JsonValue | typeof ABSENT | undefined;
}

export const ABSENT = Symbol('absent');

/** header tracking_id, instance_id: null means absent. */
export const nullAsAbsent: Tolerance = {
  rule: 'null-as-absent',
  accepts: 'null, the same as absent',
  accept: (value) => (value === null ? ABSENT : undefined),
};

/** Any text within a maximum: for values that have no effect, or that are longer in the published payloads. */
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

/** Other values than the table's, kept as they are. */
export function alsoValues(...values: string[]): Tolerance {
  return {
    rule: 'other-value',
    accepts: values.join(', '),
    accept: (value) => (typeof value === 'string' && values.includes(value) ? value : undefined),
  };
}

/** Several of the table's values in an array: the field's name is a plural, its value in the table is not. */
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

/** Other spellings of a value, replaced by the table's. */
export function spelledAs(spellings: Record<string, string>): Tolerance {
  const known = new Map(Object.entries(spellings));
  return {
    rule: 'other-spelling',
    accepts: [...known].map(([from, to]) => `${from} (kept as ${to})`).join(', '),
    accept: (value) => (typeof value === 'string' ? known.get(value) : undefined),
  };
}

/** Another written form of the same value. */
export function alsoMatches(rule: string, accepts: string, pattern: RegExp): Tolerance {
  return {
    rule,
    accepts,
    accept: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined),
  };
}

/** msg_function: blanks around and inside the name are removed before comparing. */
export function blanksRemoved(name: string): Tolerance {
  return {
    rule: 'blanks-removed',
    accepts: 'surrounding and inner blanks',
    accept: (value) => (typeof value === 'string' && value.replace(/\s+/gu, '') === name ? name : undefined),
  };
}

/** identity_proof_document, employment_details: an array of one such object stands for the object. */
export const arrayOfOne: Tolerance = {
  rule: 'array-of-one',
  accepts: 'an array that holds one such object',
  accept: (value) => (Array.isArray(value) && value.length === 1 && isJsonObject(value[0]) ? value[0] : undefined),
};

/** supplementary_documents: an empty entry is dropped. */
export const emptyEntriesDropped: Tolerance = {
  rule: 'empty-entry-dropped',
  accepts: 'empty entries {}, which are dropped',
  eager: true,
  accept: (value) => {
    if (!Array.isArray(value)) return undefined;
    const kept = value.filter((entry) => !isEmptyObject(entry));
    return kept.length < value.length ? kept : undefined;
  },
};

function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
