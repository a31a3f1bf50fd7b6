import { firstCharacters } from './first-characters.ts';

/**
 * Shortens a key and masks long numbers in it, grouped ones included, before it goes into a list or a log. Keys are
 * text of the caller.
 */
export function printableKey(key: string): string {
  return firstCharacters(firstCharacters(key, 1_000).replace(/\d(?:[ .:_+-]?\d){11,}/g, '#'), 60);
}

/** Returns the path of a member. Members of the root have only their key. */
export function joinPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
