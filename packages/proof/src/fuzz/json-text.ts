import { isJsonObject, type JsonObject, type JsonValue } from '@cardwright/contract';

/**
 * JSON that may be invalid: the list of members keeps duplicates and their order, and a raw piece is written unchanged.
 */
export type LooseJson = { raw: string } | { list: LooseJson[] } | { members: [name: string, value: LooseJson][] };

export function loosely(value: JsonValue): LooseJson {
  if (Array.isArray(value)) return { list: value.map(loosely) };
  if (isJsonObject(value)) {
    return { members: Object.entries(value as JsonObject).map(([name, inside]) => [name, loosely(inside)]) };
  }
  return { raw: JSON.stringify(value) };
}

export function looseText(value: LooseJson): string {
  if ('raw' in value) return value.raw;
  if ('list' in value) return `[${value.list.map(looseText).join()}]`;
  return `{${value.members.map(([name, inside]) => `${JSON.stringify(name)}:${looseText(inside)}`).join()}}`;
}

/** A place in a value, with the parent in which it can be replaced. */
export interface JsonPlace {
  readonly path: readonly string[];
  readonly value: LooseJson;
  readonly parent: LooseJson | undefined;
  readonly at: number;
}

/** All nested values, starting with the value itself. */
export function placesOf(value: LooseJson, path: readonly string[] = [], parent?: LooseJson, at = 0): JsonPlace[] {
  const here = { path, value, parent, at };
  if ('list' in value)
    return [here, ...value.list.flatMap((one, index) => placesOf(one, [...path, '0'], value, index))];
  if ('members' in value) {
    return [here, ...value.members.flatMap(([name, one], index) => placesOf(one, [...path, name], value, index))];
  }
  return [here];
}

/** Replaces the value at a place in a copy that `structuredClone` made. */
export function put({ parent, at }: JsonPlace, value: LooseJson): void {
  if (parent === undefined) return;
  if ('list' in parent) parent.list[at] = value;
  else if ('members' in parent && parent.members[at] !== undefined) parent.members[at][1] = value;
}

/** Parses a text as a JSON object; undefined if it is not an object. */
export function readObject(text: string): JsonObject | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
