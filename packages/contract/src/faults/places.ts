import type { JsonObject, JsonValue } from '../json/exact-number.ts';

/** Name of a member, or index in a list. */
export type Segment = string | number;

export function pathText(at: readonly Segment[]): string {
  return at.reduce<string>((path, segment) => {
    if (typeof segment === 'number') return `${path}[${segment}]`;
    return path === '' ? segment : `${path}.${segment}`;
  }, '');
}

export function valueAt(value: JsonValue, at: readonly Segment[]): JsonValue | undefined {
  return at.reduce<JsonValue | undefined>((inside, segment) => (inside as JsonObject | undefined)?.[segment], value);
}

/** Returns a copy with another value in one place. Undefined removes the member. */
export function replaceAt(
  value: JsonValue,
  [segment, ...rest]: readonly Segment[],
  put: JsonValue | undefined,
): JsonValue {
  if (segment === undefined) return put as JsonValue;
  const copy = Array.isArray(value) ? [...value] : { ...(value as JsonObject) };
  const inside = copy as Record<Segment, JsonValue>;
  if (rest.length === 0 && put === undefined) delete inside[segment];
  else inside[segment] = replaceAt(inside[segment] as JsonValue, rest, put);
  return copy;
}
