import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-number.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { type Segment, valueAt } from './places.ts';

/** A field of a schema, at its place in a request. */
export interface SentField {
  readonly schema: FieldSchema;
  readonly at: readonly Segment[];
  readonly isRequired: boolean;
  /** Undefined if the request does not have the field. */
  readonly value: JsonValue | undefined;
}

/**
 * Returns every field of the schema at its places in the request. Of a list, only the first entry, or all entries if
 * they can be of several kinds.
 */
export function sentFieldsOf(schema: FieldSchema, request: JsonObject): SentField[] {
  return below(schema, request, []);
}

function below(schema: FieldSchema, request: JsonObject, at: readonly Segment[]): SentField[] {
  const { items, entries, variants } = schema;
  const here = at.length === 0 ? request : valueAt(request, at);
  if (schema.type === 'array' && items !== undefined) {
    const places = items.variants !== undefined && Array.isArray(here) ? [...here.keys()] : [0];
    return places.flatMap((place) => one(items, request, [...at, place], false));
  }
  if (entries !== undefined) {
    return isJsonObject(here) ? Object.keys(here).flatMap((key) => one(entries, request, [...at, key], false)) : [];
  }
  const record = variants === undefined ? schema : variantOf(schema, here);
  return Object.entries(record?.properties ?? {}).flatMap(([key, field]) =>
    one(field, request, [...at, key], record?.required?.includes(key) ?? false),
  );
}

function one(schema: FieldSchema, request: JsonObject, at: readonly Segment[], isRequired: boolean): SentField[] {
  return [{ schema, at, isRequired, value: valueAt(request, at) }, ...below(schema, request, at)];
}

function variantOf({ variants, otherwise, discriminatedBy = '' }: FieldSchema, value: JsonValue | undefined) {
  const kind = isJsonObject(value) ? value[discriminatedBy] : undefined;
  return variants?.[String(kind)] ?? otherwise;
}
