import { codePointName } from '../schema/clean-text.ts';
import { joinPath, printableKey } from '../schema/field-path.ts';
import { firstCharacters } from '../schema/first-characters.ts';
import { isJsonObject, type JsonValue } from './exact-number.ts';

/** A NUL or half of a surrogate pair in a JSON value. Texts of the interface must not contain either. */
export interface UncleanText {
  /** Path of the text, or of the object that has it in the name of a member; empty for the whole value. */
  readonly path: string;
  /** `U+0000`, `U+D83D` */
  readonly codePoint: string;
  /** Description of the fault, as in a finding. */
  readonly message: string;
}

const LONGEST_PATH = 120;
// With the flag u, this expression matches only a lone surrogate.
const UNCLEAN = /[\0\p{Cs}]/u;

/**
 * Finds the first unclean text of a parsed JSON value, in the order of its members. Undefined if there is none.
 *
 * @example
 * findUncleanText({ Banknet_Data: 'MDS\0' });
 * // { path: 'Banknet_Data', codePoint: 'U+0000', message: 'must not contain U+0000, a NUL' }
 */
export function findUncleanText(value: JsonValue, path = ''): UncleanText | undefined {
  if (typeof value === 'string') return uncleanIn(value, path, false);
  if (Array.isArray(value)) return firstOf(value.entries(), ([at, entry]) => findUncleanText(entry, `${path}[${at}]`));
  if (!isJsonObject(value)) return undefined;
  return firstOf(
    Object.entries(value),
    ([key, member]) => uncleanIn(key, path, true) ?? findUncleanText(member, joinPath(path, printableKey(key))),
  );
}

function uncleanIn(text: string, path: string, isName: boolean): UncleanText | undefined {
  const [character] = UNCLEAN.exec(text) ?? [];
  if (character === undefined) return undefined;
  const codePoint = codePointName(character);
  const what = `must not contain ${codePoint}, ${character === '\0' ? 'a NUL' : 'a lone surrogate'}`;
  const message = isName ? `${what}, in the name of a member` : what;
  return { path: firstCharacters(path, LONGEST_PATH), codePoint, message };
}

function firstOf<Entry>(
  entries: Iterable<Entry>,
  find: (entry: Entry) => UncleanText | undefined,
): UncleanText | undefined {
  for (const entry of entries) {
    const fault = find(entry);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
