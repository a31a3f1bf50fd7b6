import { ExactNumber, type JsonValue } from './exact-number.ts';

type Writable = JsonValue | undefined | { readonly [key: string]: Writable } | readonly Writable[];

/** Writes JSON with exact numbers as numbers; members that are undefined are left out. */
export function writeJson(value: Writable): string {
  if (value === undefined || value === null) return 'null';
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  let text = '';
  for (const [key, member] of Object.entries(value as Record<string, Writable>)) {
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${writeJson(member)}`;
  }
  return `{${text}}`;
}

/** The same for content that must compare equal whatever the order of its members: keys sorted at every level. */
export function writeCanonicalJson(value: JsonValue): string {
  return writeJson(sortKeys(value));
}

function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  const sorted: [string, JsonValue][] = Object.keys(value)
    .sort()
    .map((key) => [key, sortKeys(value[key] as JsonValue)]);
  // fromEntries defines own properties, so a member called __proto__ stays a member
  return Object.fromEntries(sorted);
}
