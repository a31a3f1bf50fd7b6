import type { JsonObject, JsonValue } from '../json/exact-number.ts';
import { ABSENT } from './tolerances.ts';

/** Number of bits for the members that an object has. */
const MAX_KEYS = 30;
/** Maximum number of combinations of members to store. Valid objects of one schema have few combinations. */
const MAX_MODELS = 32;

/**
 * Creates objects with these keys, in their order, for the same number of values. The runtime turns an object that gets
 * many members one by one into a hash table, which takes ten times the memory and is slower to read. Instead, one empty
 * object for each set of members is parsed once and then copied.
 */
export function createObjectMaker(keys: readonly string[]) {
  const models = new Map<number, JsonObject>();
  const modelOf = (values: readonly (JsonValue | typeof ABSENT)[]): JsonObject => {
    let present = 0;
    for (let at = 0; at < keys.length; at += 1) if (values[at] !== ABSENT) present |= 1 << at;
    const cachedModel = models.get(present);
    if (cachedModel !== undefined) return cachedModel;
    if (models.size >= MAX_MODELS) return {};
    const model = emptyWith(keys.filter((_, at) => values[at] !== ABSENT));
    models.set(present, model);
    return model;
  };
  return (values: readonly (JsonValue | typeof ABSENT)[]): JsonObject => {
    const object: JsonObject = keys.length > MAX_KEYS ? {} : { ...modelOf(values) };
    let at = 0;
    for (const key of keys) {
      const value = values[at];
      if (value !== undefined && value !== ABSENT) object[key] = value;
      at += 1;
    }
    return object;
  };
}

function emptyWith(keys: readonly string[]): JsonObject {
  return JSON.parse(`{${keys.map((key) => `${JSON.stringify(key)}:""`).join(',')}}`) as JsonObject;
}
