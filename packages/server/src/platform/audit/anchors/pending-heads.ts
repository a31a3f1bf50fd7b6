import { isJsonObject, type JsonObject, type JsonValue } from '@cardwright/contract';

/** A chain number with its hash, as recorded outside of that chain. */
export interface ExpectedHead {
  readonly bankId: string;
  readonly chainNo: bigint;
  readonly chainHash: Buffer;
  /** The newest head of the tree of decisions in the rows up to this one. */
  readonly tree?: { readonly size: number; readonly root: string } | undefined;
}

/** `{"<log>": {"chain_no": "7", "chain_hash": "<hex>", "tree_size": 3, "tree_root": "<hex>"}}` */
export function writeHeads(heads: Iterable<ExpectedHead>): Record<string, JsonObject> {
  return Object.fromEntries(
    [...heads].map(({ bankId, chainNo, chainHash, tree }) => [
      bankId,
      {
        ...{ chain_no: String(chainNo), chain_hash: chainHash.toString('hex') },
        ...(tree !== undefined && { tree_size: tree.size, tree_root: tree.root }),
      },
    ]),
  );
}

/** Returns the head of a tree in the details of an audit row, or in an anchor. */
export function readTree(details: JsonValue | undefined): ExpectedHead['tree'] {
  if (!isJsonObject(details)) return undefined;
  const { tree_size: size, tree_root: root } = details;
  return typeof size === 'number' && typeof root === 'string' ? { size, root } : undefined;
}

/**
 * Reads the heads that `writeHeads` wrote. Ignores entries of another form: they were changed, which the check of their
 * container reports.
 */
export function readHeads(heads: unknown): ExpectedHead[] {
  if (typeof heads !== 'object' || heads === null || Array.isArray(heads)) return [];
  return Object.entries(heads).flatMap(([bankId, head]) => {
    if (!isJsonObject(head)) return [];
    const { chain_no: chainNo, chain_hash: chainHash } = head;
    const isReadable = typeof chainNo === 'string' && /^\d{1,18}$/.test(chainNo) && typeof chainHash === 'string';
    if (!isReadable) return [];
    const tree = readTree(head);
    return [{ bankId, chainNo: BigInt(chainNo), chainHash: Buffer.from(chainHash, 'hex'), ...(tree && { tree }) }];
  });
}
