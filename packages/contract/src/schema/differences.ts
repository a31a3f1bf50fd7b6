import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-number.ts';
import type { FieldSchema } from './field-schema.ts';

/** Ways in which a value can differ from the schema of an answer. */
export type DifferenceKind = 'missing' | 'unknown' | 'type' | 'alternative' | 'length' | 'value';

export interface Difference {
  readonly kind: DifferenceKind;
  /** Without list indexes: `addresses[].city`. */
  readonly path: string;
  /** A description without the value. */
  readonly what: string;
}

/**
 * `failed`: the answer to an unreadable request repeats as much of it as was readable, with empty texts for the rest.
 */
export type Strictness = 'whole' | 'failed';

/** Returns every difference between a value and the schema of an answer. */
export function differencesOf(
  schema: FieldSchema,
  value: JsonValue | undefined,
  path: string,
  strict: Strictness,
): Difference[] {
  const { anyOf, variants, otherwise, discriminatedBy = '', entries } = schema;
  if (anyOf !== undefined) {
    const fits = anyOf.some((one) => differencesOf(one, value, path, strict).length === 0);
    return fits ? [] : [{ kind: 'alternative', path, what: 'is none of its alternatives' }];
  }
  if (variants !== undefined && isJsonObject(value)) {
    const variant = variants[String(value[discriminatedBy])] ?? otherwise;
    return variant === undefined
      ? [{ kind: 'alternative', path, what: 'is of no known kind' }]
      : differencesOf(variant, value, path, strict);
  }
  if (entries !== undefined && isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, entry]) => differencesOf(entries, entry, `${path}.${key}`, strict));
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0 || (value === null && schema.nullable)) return [];
  if (!types.some((type) => isOfType(type, value))) {
    return [{ kind: 'type', path, what: `is not ${types.join(' or ')}` }];
  }
  if (isJsonObject(value)) return ofMembers(schema, value, path, strict);
  if (Array.isArray(value)) {
    return value.flatMap((entry) => differencesOf(schema.items ?? {}, entry, `${path}[]`, strict));
  }
  return ofText(schema, value as JsonValue, path, strict);
}

function ofMembers(
  { properties, required = [] }: FieldSchema,
  value: JsonObject,
  path: string,
  strict: Strictness,
): Difference[] {
  // The sender chooses the members of such an object.
  if (properties === undefined) return [];
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const missingKeys = strict === 'whole' ? required.filter((key) => !Object.hasOwn(value, key)) : [];
  return [
    ...missingKeys.map((key): Difference => ({ kind: 'missing', path: at(key), what: 'is missing' })),
    ...Object.entries(value).flatMap(([key, entry]): Difference[] => {
      const member = properties[key];
      if (member !== undefined) return differencesOf(member, entry, at(key), strict);
      return [{ kind: 'unknown', path: at(key), what: 'is no field of the answer' }];
    }),
  ];
}

function ofText(
  { enum: values, maxLength, tolerances = [] }: FieldSchema,
  value: JsonValue,
  path: string,
  strict: Strictness,
): Difference[] {
  // Answers repeat tolerated values as they were sent.
  if (typeof value !== 'string' || tolerances.some((tolerance) => tolerance.accept(value) !== undefined)) return [];
  if (maxLength !== undefined && [...value].length > maxLength) {
    return [{ kind: 'length', path, what: `is longer than ${maxLength}` }];
  }
  if (values === undefined || values.includes(value) || (strict === 'failed' && value === '')) return [];
  return [{ kind: 'value', path, what: 'is not in its list' }];
}

function isOfType(type: string, value: JsonValue | undefined): boolean {
  if (type === 'object') return isJsonObject(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
