import { ExactNumber, type JsonObject, type JsonValue, writtenAsTexts } from './exact-number.ts';

type Writable = JsonValue | undefined | { readonly [key: string]: Writable } | readonly Writable[];

/** Writes JSON with exact numbers as numbers. Members that are undefined are left out. */
export function writeJson(value: Writable): string {
  if (value === undefined || value === null) return 'null';
  if (value instanceof ExactNumber) return value.text;
  // The engine's own writer is several times faster than a walk over all members, but does not support exact numbers.
  const before = writtenAsTexts.count;
  const text = JSON.stringify(value);
  return writtenAsTexts.count === before ? text : writeExactly(value);
}

function writeExactly(value: Writable): string {
  if (value === undefined || value === null) return 'null';
  if (value instanceof ExactNumber) return value.text;
  if (!holdsExactNumber(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeExactly).join(',')}]`;
  let text = '';
  for (const [key, member] of Object.entries(value as Record<string, Writable>)) {
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${writeExactly(member)}`;
  }
  return `{${text}}`;
}

function holdsExactNumber(value: Writable): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof ExactNumber) return true;
  if (Array.isArray(value)) return value.some(holdsExactNumber);
  for (const key in value) if (holdsExactNumber((value as Record<string, Writable>)[key])) return true;
  return false;
}

/** Writes JSON with keys sorted at every level, so that comparisons ignore the order of members. */
export function writeCanonicalJson(value: JsonValue): string {
  return writeJson(sortKeys(value));
}

/**
 * Produces the text of `writeCanonicalJson` in parts, in their order, one for each value `depth` levels below the root.
 * A text of 10 MiB and its sorted copy would otherwise be in memory at once.
 */
export function eachCanonicalPart(value: JsonValue, depth: number, take: (part: string) => void): void {
  const isSplit = depth > 0 && typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
  if (!isSplit) {
    take(writeCanonicalJson(value));
    return;
  }
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((entry): [string, JsonValue] => ['', entry])
    : keysInOrder(value).map((key): [string, JsonValue] => [`${JSON.stringify(key)}:`, value[key] as JsonValue]);
  take(isList ? '[' : '{');
  for (const [at, [name, member]] of entries.entries()) {
    take(`${at === 0 ? '' : ','}${name}`);
    eachCanonicalPart(member, depth - 1, take);
  }
  take(isList ? ']' : '}');
}

function sortKeys(value: JsonValue): JsonValue {
  // Most values are strings, for which a function call would cost too much.
  if (Array.isArray(value)) return value.every(isPlain) ? value : value.map(sortKeys);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  const sorted: Record<string, JsonValue> = {};
  for (const key of Object.keys(value).sort(byCodeUnit)) {
    const own = value[key] as JsonValue;
    const member = isPlain(own) ? own : sortKeys(own);
    // An assignment to __proto__ would not create a member.
    if (key === '__proto__') Object.defineProperty(sorted, key, { value: member, enumerable: true });
    else sorted[key] = member;
  }
  return sorted;
}

/** Returns the keys in the order of an object's own keys, which puts whole numbers first. */
function keysInOrder(value: JsonObject): string[] {
  const sorted = Object.keys(value).sort(byCodeUnit);
  return Object.keys(Object.fromEntries(sorted.map((key) => [key, null])));
}

function isPlain(value: JsonValue): boolean {
  return typeof value !== 'object';
}

/** Compares in the default order, but faster: without a comparator, the engine first converts each key to a string. */
function byCodeUnit(one: string, other: string): number {
  return one < other ? -1 : 1;
}
