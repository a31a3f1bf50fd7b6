import type { JsonObject, JsonValue } from '../json/exact-number.ts';
import { ABSENT } from './tolerances.ts';

/** As many bits has a number that says which members an object has. */
const MOST_KEYS = 30;
/** Ways in which members are present together. Valid objects of one schema have few of them. */
const MOST_MODELS = 32;

/**
 * Makes objects with these keys, in their order, of as many values. The runtime turns an object that gets many members one after
 * the other into a table: that takes ten times the memory, and each later look at it is slower. So an empty one is parsed once for
 * each set of members, and copied.
 */
export function createObjectMaker(keys: readonly string[]) {
  const models = new Map<number, JsonObject>();
  const modelOf = (values: readonly (JsonValue | typeof ABSENT)[]): JsonObject => {
    let present = 0;
    for (let at = 0; at < keys.length; at += 1) if (values[at] !== ABSENT) present |= 1 << at;
    const known = models.get(present);
    if (known !== undefined) return known;
    if (models.size >= MOST_MODELS) return {};
    const model = emptyWith(keys.filter((_, at) => values[at] !== ABSENT));
    models.set(present, model);
    return model;
  };
  return (values: readonly (JsonValue | typeof ABSENT)[]): JsonObject => {
    const made: JsonObject = keys.length > MOST_KEYS ? {} : { ...modelOf(values) };
    let at = 0;
    for (const key of keys) {
      const value = values[at];
      if (value !== undefined && value !== ABSENT) made[key] = value;
      at += 1;
    }
    return made;
  };
}

function emptyWith(keys: readonly string[]): JsonObject {
  return JSON.parse(`{${keys.map((key) => `${JSON.stringify(key)}:""`).join(',')}}`) as JsonObject;
}
