import { isJsonObject, type JsonObject, type JsonValue } from '@cardwright/contract';

/**
 * JSON that need not be valid: a list of members keeps duplicates and their order, and a raw piece is written as it stands.
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

/** One place in a value, with how to put something else there. */
export interface JsonPlace {
  readonly path: readonly string[];
  readonly value: LooseJson;
  readonly parent: LooseJson | undefined;
  readonly at: number;
}

/** Every value inside, itself the first. */
export function placesOf(value: LooseJson, path: readonly string[] = [], parent?: LooseJson, at = 0): JsonPlace[] {
  const here = { path, value, parent, at };
  if ('list' in value)
    return [here, ...value.list.flatMap((one, index) => placesOf(one, [...path, '0'], value, index))];
  if ('members' in value) {
    return [here, ...value.members.flatMap(([name, one], index) => placesOf(one, [...path, name], value, index))];
  }
  return [here];
}

/** Puts another value in that place of a copy made by `structuredClone`. */
export function put({ parent, at }: JsonPlace, value: LooseJson): void {
  if (parent === undefined) return;
  if ('list' in parent) parent.list[at] = value;
  else if ('members' in parent && parent.members[at] !== undefined) parent.members[at][1] = value;
}

/** The object that a text is; undefined where it is none. */
export function readObject(text: string): JsonObject | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
