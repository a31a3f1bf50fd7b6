import { isJsonObject } from '@cardwright/contract';

/** A chain number with its hash, as recorded outside of that chain. */
export interface ExpectedHead {
  readonly bankId: string;
  readonly chainNo: bigint;
  readonly chainHash: Buffer;
}

/** `{"<log>": {"chain_no": "7", "chain_hash": "<hex>"}}` */
export function writeHeads(heads: Iterable<ExpectedHead>): Record<string, { chain_no: string; chain_hash: string }> {
  return Object.fromEntries(
    [...heads].map(({ bankId, chainNo, chainHash }) => [
      bankId,
      { chain_no: String(chainNo), chain_hash: chainHash.toString('hex') },
    ]),
  );
}

/** Ignores entries of another form: they were changed, which the check of their container reports. */
export function readHeads(heads: unknown): ExpectedHead[] {
  if (typeof heads !== 'object' || heads === null || Array.isArray(heads)) return [];
  return Object.entries(heads).flatMap(([bankId, head]) => {
    if (!isJsonObject(head)) return [];
    const { chain_no: chainNo, chain_hash: chainHash } = head;
    const isReadable = typeof chainNo === 'string' && /^\d{1,18}$/.test(chainNo) && typeof chainHash === 'string';
    return isReadable ? [{ bankId, chainNo: BigInt(chainNo), chainHash: Buffer.from(chainHash, 'hex') }] : [];
  });
}
