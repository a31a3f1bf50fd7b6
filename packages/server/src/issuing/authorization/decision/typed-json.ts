import type { JsonObject, JsonValue } from '@cardwright/contract';

/**
 * JSON with the types that decisions use and JSON lacks: `{"$int":"150000"}`, `{"$date":"2026-11-20T08:00:00.000Z"}`,
 * `{"$map":[[key,value]]}`, `{"$set":[value]}`, `{"$number":"Infinity"}` and `{"$none":true}` for undefined. Pure.
 */
export function encodeTypedJson(value: unknown): JsonValue {
  switch (typeof value) {
    case 'bigint':
      return { $int: String(value) };
    case 'undefined':
      return { $none: true };
    case 'number':
      return Number.isFinite(value) ? value : { $number: String(value) };
    case 'string':
    case 'boolean':
      return value;
  }
  if (value === null) return null;
  if (value instanceof Date) return { $date: value.toISOString() };
  if (value instanceof Map) return { $map: [...value].map((entry) => entry.map(encodeTypedJson)) };
  if (value instanceof Set) return { $set: [...value].map(encodeTypedJson) };
  if (Array.isArray(value)) return value.map(encodeTypedJson);
  if (typeof value !== 'object') throw new Error('a function is no fact');
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, encodeTypedJson(member)]));
}

export function decodeTypedJson(value: JsonValue | undefined): unknown {
  if (Array.isArray(value)) return value.map(decodeTypedJson);
  if (typeof value !== 'object' || value === null) return value;
  const object = value as JsonObject;
  const [name, content] = Object.entries(object)[0] ?? [];
  switch (name) {
    case '$int':
      return BigInt(content as string);
    case '$date':
      return new Date(content as string);
    case '$map':
      return new Map(
        (content as JsonValue[][]).map(([key, member]) => [decodeTypedJson(key), decodeTypedJson(member)]),
      );
    case '$set':
      return new Set((content as JsonValue[]).map(decodeTypedJson));
    case '$number':
      return Number(content);
    case '$none':
      return undefined;
  }
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, decodeTypedJson(member)]));
}
