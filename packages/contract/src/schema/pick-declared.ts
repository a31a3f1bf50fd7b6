import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-number.ts';
import type { FieldSchema } from './field-schema.ts';

/** Removes the members that the schema does not list: answers contain only the fields of their tables. */
export function pickSchemaMembers(schema: object, value: JsonValue): JsonValue {
  const { properties, items } = schema as FieldSchema;
  if (Array.isArray(value)) return items === undefined ? value : value.map((entry) => pickSchemaMembers(items, entry));
  if (!isJsonObject(value) || properties === undefined) return value;
  const picked: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property !== undefined) picked[key] = pickSchemaMembers(property, member);
  }
  return picked;
}
