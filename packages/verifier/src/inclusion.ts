import { fromHex, sha256, toHex } from './cryptography.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const HASH_BYTES = 32;

export function hashOfLeaf(content: string | Uint8Array): Promise<Uint8Array> {
  return sha256(LEAF, content);
}

/**
 * The root to which an inclusion path leads, as in RFC 9162, section 2.1.3.2; undefined if the path does not fit the position and the
 * size.
 */
export async function rootOfPath(
  leaf: Uint8Array,
  index: unknown,
  size: unknown,
  path: unknown,
): Promise<Uint8Array | undefined> {
  if (!isCount(index) || !isCount(size) || index >= size || !Array.isArray(path)) return undefined;
  let node = index;
  let last = size - 1;
  let hash = leaf;
  for (const text of path) {
    const sibling = fromHex(text, HASH_BYTES);
    if (sibling === undefined || last === 0) return undefined;
    if (node % 2 === 1 || node === last) {
      hash = await sha256(NODE, sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = halves(node, last);
    } else {
      hash = await sha256(NODE, hash, sibling);
    }
    [node, last] = halves(node, last);
  }
  return last === 0 ? hash : undefined;
}

/** Whether a tree begins with the tree of an earlier head, by a consistency path as in RFC 9162, section 2.1.4.2. */
export async function isConsistent(first: TreeState, second: TreeState, path: unknown): Promise<boolean> {
  if (!isCount(first.size) || !isCount(second.size) || !Array.isArray(path)) return false;
  if (first.size === 0 || first.size > second.size) return false;
  if (first.size === second.size) return path.length === 0 && first.root === second.root;
  const isPower = Number.isInteger(Math.log2(first.size));
  const nodes = [...(isPower ? [first.root] : []), ...path].map((text) => fromHex(text, HASH_BYTES));
  let [node, last] = [first.size - 1, second.size - 1];
  while (node % 2 === 1) [node, last] = halves(node, last);
  let [earlier, later] = [nodes[0], nodes[0]];
  for (const sibling of nodes.slice(1)) {
    if (sibling === undefined || earlier === undefined || later === undefined || last === 0) return false;
    if (node % 2 === 1 || node === last) {
      earlier = await sha256(NODE, sibling, earlier);
      later = await sha256(NODE, sibling, later);
      while (node % 2 === 0 && node !== 0) [node, last] = halves(node, last);
    } else {
      later = await sha256(NODE, later, sibling);
    }
    [node, last] = halves(node, last);
  }
  return (
    last === 0 &&
    earlier !== undefined &&
    later !== undefined &&
    toHex(earlier) === first.root &&
    toHex(later) === second.root
  );
}

/** The size of a tree and its root in hexadecimal digits. */
export interface TreeState {
  readonly size: number;
  readonly root: string;
}

function halves(node: number, last: number): [number, number] {
  return [Math.floor(node / 2), Math.floor(last / 2)];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
