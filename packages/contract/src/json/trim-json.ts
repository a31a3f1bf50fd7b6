import { printableKey } from '../schema/field-path.ts';
import { MAX_ENTRIES } from '../schema/fields.ts';
import type { ListLimits } from '../schema/list-limits.ts';
import { MAX_DEPTH } from './parse-json.ts';
import { endOfString } from './scan-json.ts';

/** An object or list with too many entries that no schema refuses. */
export interface Overlong {
  readonly path: string;
  readonly most: number;
}

export interface TrimmedJson {
  /**
   * The text without the entries beyond each maximum. Lists of the schema keep one extra entry, so that the schema
   * refuses them.
   */
  readonly text: string;
  /** The first objects and lists that are too long. The others are only counted. */
  readonly overlong: readonly Overlong[];
  readonly overlongCount: number;
}

/** Maximum number of members of one object. No object of the interface has as many fields. */
export const MAX_MEMBERS = 500;
const MAX_OVERLONG = 200;
/** Number of characters between two calls of `pause`. */
const CHARACTERS_AT_ONCE = 1024 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LOWEST_OF_ALL = QUOTE;

interface Frame {
  readonly isList: boolean;
  readonly limits: ListLimits | undefined;
  /** Maximum number of entries that stay in the text. */
  readonly maxEntries: number;
  /** Position of the entry in a list, or number of members so far in an object. */
  index: number;
  key: string;
}

/**
 * Scans a JSON text once before it is parsed, and removes the entries of lists and objects beyond their maximum.
 * Millions of parsed entries would cost a thousand times what their text does. The parser reports broken JSON.
 */
export function trimJson(text: string, limits: ListLimits, pause: () => void = () => {}): TrimmedJson {
  const trim = createTrim(text, limits);
  let nextPause = CHARACTERS_AT_ONCE;
  for (let at = 0; at < text.length && !trim.isTooDeep(); at++) {
    if (at >= nextPause) {
      nextPause = at + CHARACTERS_AT_ONCE;
      pause();
    }
    const code = text.charCodeAt(at);
    if (code < LOWEST_OF_ALL) continue;
    if (code === QUOTE) {
      const end = endOfString(text, at);
      trim.string(at, end);
      at = end;
    } else if (code === COMMA) at = trim.comma(at);
    else if (code === COLON) trim.colon();
    else if (code === OPEN_LIST || code === OPEN_OBJECT) at = trim.open(at, code === OPEN_LIST);
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) trim.close(at);
  }
  return trim.result();
}

function createTrim(text: string, root: ListLimits) {
  const frames: Frame[] = [];
  const parts: string[] = [];
  const overlong: Overlong[] = [];
  /** Number of entries so far in the lists that share one maximum. */
  const shared = new Map<ListLimits, number>();
  let overlongCount = 0;
  let copiedUntil = 0;
  let expectsKey = false;
  const top = () => frames[frames.length - 1];

  const limitsHere = (): ListLimits | undefined => {
    const frame = top();
    if (frame === undefined) return root;
    return frame.isList ? frame.limits?.items : (frame.limits?.members.get(frame.key) ?? frame.limits?.entries);
  };

  /** Removes everything up to the end of the object or list, and returns the position before that end. */
  const cut = (from: number, frame: Frame): number => {
    const { hasLists = false } = frame.isList ? (frame.limits ?? {}) : {};
    if (!hasLists) {
      overlongCount += 1;
      if (overlong.length < MAX_OVERLONG) overlong.push({ path: pathOf(frames), most: frame.maxEntries });
    }
    const end = endOfContainer(text, from);
    parts.push(text.slice(copiedUntil, from));
    copiedUntil = end;
    return end - 1;
  };

  return {
    isTooDeep: () => frames.length > MAX_DEPTH,
    string(from: number, end: number) {
      const frame = top();
      if (frame === undefined || frame.isList || !expectsKey) return;
      frame.key = keyOf(text.slice(from + 1, end));
      expectsKey = false;
    },
    colon() {
      expectsKey = false;
    },
    comma(at: number): number {
      const frame = top();
      if (frame === undefined) return at;
      frame.index += 1;
      expectsKey = !frame.isList;
      return frame.index >= frame.maxEntries ? cut(at, frame) : at;
    },
    open(at: number, isList: boolean): number {
      const limits = limitsHere();
      const frame: Frame = { isList, limits, maxEntries: maxRetained(isList, limits, shared), index: 0, key: '' };
      frames.push(frame);
      expectsKey = !isList;
      return frame.maxEntries === 0 ? cut(at + 1, frame) : at;
    },
    close(at: number) {
      const frame = frames.pop();
      expectsKey = false;
      if (frame?.limits?.ofAll !== true || frame.maxEntries === 0 || isEmpty(text, at)) return;
      const entries = Math.min(frame.index + 1, frame.maxEntries);
      shared.set(frame.limits, (shared.get(frame.limits) ?? 0) + entries);
    },
    result: (): TrimmedJson => ({
      text: copiedUntil === 0 ? text : parts.join('') + text.slice(copiedUntil),
      overlong,
      overlongCount,
    }),
  };
}

function maxRetained(isList: boolean, limits: ListLimits | undefined, shared: ReadonlyMap<ListLimits, number>): number {
  if (!isList) return MAX_MEMBERS;
  if (limits === undefined) return MAX_ENTRIES;
  const most = limits.most + (limits.hasLists ? 1 : 0);
  return limits.ofAll ? Math.max(0, most - (shared.get(limits) ?? 0)) : most;
}

/** Returns the position of the bracket that ends the object or list around `from`, or the end of the text. */
function endOfContainer(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++;
    else if ((code === CLOSE_LIST || code === CLOSE_OBJECT) && --depth === 0) return at;
  }
  return text.length;
}

/** Returns whether the bracket at `close` ends an empty list. */
function isEmpty(text: string, close: number): boolean {
  let at = close - 1;
  while (text.charCodeAt(at) <= 0x20) at--;
  return text.charCodeAt(at) === OPEN_LIST;
}

/** Decodes the escapes of a key. */
function keyOf(keyText: string): string {
  if (!keyText.includes('\\')) return keyText;
  try {
    return JSON.parse(`"${keyText}"`) as string;
  } catch {
    return keyText;
  }
}

/** Returns the path of the innermost object or list. */
function pathOf(frames: readonly Frame[]): string {
  const steps = frames.slice(0, -1).map(({ isList, index, key }) => (isList ? `[${index}]` : `.${printableKey(key)}`));
  return steps.join('').replace(/^\./, '');
}
