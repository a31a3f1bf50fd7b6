import { isJsonObject, type JsonObject, type JsonValue, numberText } from '../json/exact-number.ts';
import type { FieldSchema } from './field-schema.ts';

/**
 * Applies `replace` to texts, numbers and unknown keys of a value, except in fields whose schema allows a card number.
 * A replaced number becomes a text.
 */
export function replaceTexts(
  schema: object | undefined,
  value: JsonValue,
  replace: (text: string, path: string) => string,
  path: string,
): JsonValue {
  const { properties, items, holdsCardNumber } = (schema ?? {}) as FieldSchema;
  if (holdsCardNumber === true) return value;
  if (Array.isArray(value)) {
    return value.map((entry, index) => replaceTexts(items, entry, replace, `${path}[${index}]`));
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, member]): [string, JsonValue] => {
      const property = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
      const name = property === undefined ? replace(key, path) : key;
      return [name, replaceTexts(property, member, replace, `${path}.${name}`)];
    });
    return Object.fromEntries(members) as JsonObject;
  }
  const text = typeof value === 'string' ? value : numberText(value ?? null);
  if (text === undefined) return value;
  const replaced = replace(text, path);
  return replaced === text ? value : replaced;
}
