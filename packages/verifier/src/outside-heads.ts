import { isJsonObject, type JsonObject, type JsonValue, LOG_PROOF_FORMAT, parseJson } from '@cardwright/contract';
import { isConsistent } from './inclusion.ts';

/** A state of a tree that is stored outside of the server. */
export interface OutsideHead {
  readonly log: string;
  readonly size: number;
  readonly root: string;
  /** Present for the head of a proof of the log. The head counts only if it continues a stored head. */
  readonly continues?: { readonly size: number; readonly path: JsonValue | undefined };
}

/**
 * Reads the heads of a file: the anchors that an endpoint stored, one per line, the anchor file of a server, another proof, or a proof
 * of the log. Throws for any other line.
 */
export function readOutsideHeads(text: string): OutsideHead[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const parsed = parseJson(line);
    const content = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
    if (isJsonObject(content.heads)) return headsOfAnchor(content.heads);
    if (content.format === LOG_PROOF_FORMAT && isJsonObject(content.head)) return continuationOf(content);
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

/** The head of a proof of the log, with the path from the earlier head. */
export function continuationOf({ head, since, path }: JsonObject): OutsideHead[] {
  const continues = { size: Number(since), path };
  return headOf(isJsonObject(head) ? head : {}).map((one) => ({ ...one, continues }));
}

/** Heads that are stored outside or that continue one of these, and heads that contradict one of these. */
export interface ComparedHeads {
  readonly trusted: readonly OutsideHead[];
  readonly forked: readonly OutsideHead[];
}

/** Follows the proofs of the log from the heads that are stored outside. */
export async function compareHeads(heads: readonly OutsideHead[]): Promise<ComparedHeads> {
  const trusted = heads.filter(({ continues }) => continues === undefined);
  const forked: OutsideHead[] = [];
  const later = heads.filter(({ continues }) => continues !== undefined).sort((one, other) => one.size - other.size);
  for (const head of later) {
    const { size, path } = head.continues ?? { size: 0, path: [] };
    const earlier = trusted.filter((one) => one.log === head.log && one.size === size);
    const results = await Promise.all(earlier.map((one) => isConsistent(one, head, path)));
    if (results.includes(false)) forked.push(head);
    else if (results.length > 0) trusted.push({ log: head.log, size: head.size, root: head.root });
  }
  return { trusted, forked };
}
