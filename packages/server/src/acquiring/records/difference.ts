import { isJsonObject, type JsonValue, numberText } from '@cardwright/contract';

/** A changed value. `from` is null for an added value, and `to` is null for a removed one. */
export interface JsonChange {
  readonly path: string;
  readonly from: JsonValue;
  readonly to: JsonValue;
}

/**
 * Returns the differences between two JSON values, down to the level at which their kinds differ. Compares list entries
 * by position, and numbers by their digits: 1.1 and 1.10 differ, because a rate stays exactly as it was agreed.
 */
export function difference(from: JsonValue | undefined, to: JsonValue | undefined, path = ''): JsonChange[] {
  if (Array.isArray(from) && Array.isArray(to)) {
    const length = Math.max(from.length, to.length);
    return Array.from({ length }, (_, at) => difference(from[at], to[at], `${path}[${at}]`)).flat();
  }
  if (isJsonObject(from) && isJsonObject(to)) {
    const keys = [...Object.keys(from), ...Object.keys(to).filter((key) => !Object.hasOwn(from, key))];
    return keys.flatMap((key) => difference(own(from, key), own(to, key), path === '' ? key : `${path}.${key}`));
  }
  return isSame(from, to) ? [] : [{ path, from: from ?? null, to: to ?? null }];
}

export function isEqual(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return difference(one, other).length === 0;
}

function own(object: Record<string, JsonValue>, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const digits = numberText(one);
  return digits === undefined ? one === other : digits === numberText(other);
}
