import { firstCharacters } from './first-characters.ts';

/** Keys are the caller's text: shortened, and long numbers hidden, also in groups, before they go into a list or a log. */
export function printableKey(key: string): string {
  return firstCharacters(firstCharacters(key, 1_000).replace(/\d(?:[ .:_+-]?\d){11,}/g, '#'), 60);
}

/** The path of a member; the members of the whole have their key alone. */
export function joinPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
