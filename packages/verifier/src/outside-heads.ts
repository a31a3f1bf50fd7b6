import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@cardwright/contract';

/** A state of a tree that somebody outside of the server keeps. */
export interface OutsideHead {
  readonly log: string;
  readonly size: number;
  readonly root: string;
}

/**
 * Reads the heads of a file: the anchors that an endpoint stored, one per line, the anchor file of a server, or another proof. Throws
 * for any other line.
 */
export function readOutsideHeads(text: string): OutsideHead[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const parsed = parseJson(line);
    const content = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
    if (isJsonObject(content.heads)) return headsOfAnchor(content.heads);
    if (isJsonObject(content.log) && isJsonObject(content.log.head)) return [headOf(content.log.head)].flat();
    throw new Error(`line ${at + 1} is neither an anchor nor a proof with a place in the log`);
  });
}

/** `{"<log>": {"tree_size": 7, "tree_root": "<hex>"}}` */
function headsOfAnchor(heads: JsonObject): OutsideHead[] {
  return Object.entries(heads).flatMap(([log, head]) => {
    const { tree_size: size, tree_root: root } = isJsonObject(head) ? head : ({} as JsonObject);
    return size === undefined ? [] : headOf({ log, size, root: root as JsonValue });
  });
}

function headOf({ log, size, root }: JsonObject): OutsideHead[] {
  const isHead = typeof log === 'string' && typeof size === 'number' && typeof root === 'string';
  return isHead ? [{ log, size, root }] : [];
}
