import type { JsonObject } from '@cardwright/contract';
import {
  nodeAt,
  nodesOf,
  pathOf,
  proveRow,
  rootOf,
  type SealKeys,
  type Subtree,
  signObject,
  TREE_SUBJECT,
} from '../../../platform/audit/index.ts';
import { fail, ok, type Result } from '../../../platform/kernel/result.ts';
import type { OperationContext } from '../../../platform/operation/index.ts';
import { type BatchRow, readBatch, readBatchesAt } from './decision-batch-store.ts';
import type { RecordedRow } from './decision-record.ts';
import { hashOfRecord } from './hash-records.ts';
import { readSubtrees, SEALED, sealLateDecision, splitHashes } from './seal-decisions.ts';

export interface FoundPlace {
  readonly place: JsonObject;
  /** The version of the data key from which the salts of the record derive. */
  readonly keyVersion: number;
}

type Finding = Pick<OperationContext, 'tx' | 'audit' | 'now'> & { readonly keys: SealKeys };

/**
 * The place of a decision in the tree of its bank, with its inclusion paths; undefined if it is not sealed yet.
 * @param size the size of the tree under whose head to prove; by default the newest
 */
export async function findPlace(
  finding: Finding,
  row: RecordedRow,
  size: number | undefined,
): Promise<Result<FoundPlace | undefined, 'value_not_allowed'>> {
  const { tx } = finding;
  const newest = await readBatch(tx, row.bank_id);
  const found = await findLeaf(finding, row, newest);
  const head = size === undefined || size === 0 ? newest : await readBatch(tx, row.bank_id, BigInt(size) - 1n);
  if (size !== undefined && (head === undefined || size === 0)) {
    const message = `must not be more than ${newest === undefined ? 0 : Number(newest.batch_no) + 1}, the size of the tree`;
    return fail('value_not_allowed', { path: 'head', message });
  }
  if (found === undefined) return ok(undefined);
  const { batch, index, leaves } = found;
  const headBatch = head === undefined || (size === undefined && head.batch_no < batch.batch_no) ? batch : head;
  if (headBatch.batch_no < batch.batch_no) {
    const message = `must not be less than ${Number(batch.batch_no) + 1}, the size of the tree with this decision`;
    return fail('value_not_allowed', { path: 'head', message });
  }
  return ok({ keyVersion: batch.key_version, place: await toPlace(finding, row.bank_id, batch, headBatch) });

  async function toPlace({ keys }: Finding, log: string, of: BatchRow, under: BatchRow): Promise<JsonObject> {
    const treeSize = Number(under.batch_no) + 1;
    const treePath = pathOf(Number(of.batch_no), treeSize);
    const hashes = await readSubtrees(tx, log, treePath.flat());
    const nodes = nodesOf(leaves);
    const signedHead = headOf(log, under);
    return {
      leaf: index,
      batch_size: leaves.length,
      batch_path: toTexts(pathOf(index, leaves.length), (subtree) => nodeAt(nodes, subtree)),
      batch: Number(of.batch_no),
      tree_path: toTexts(treePath, hashes),
      head: signedHead,
      head_signature: signObject(keys, signedHead),
      audit: ((await proveRow(tx, log, `${TREE_SUBJECT}${treeSize}`, SEALED)) ?? null) as JsonObject | null,
    };
  }
}

/** The head of a tree that ends with a batch. */
export function headOf(log: string, { batch_no, root, sealed_at }: BatchRow) {
  return { log, size: Number(batch_no) + 1, root: root.toString('hex'), at: sealed_at.toISOString() };
}

export function toTexts(path: readonly Subtree[][], hashOf: (subtree: Subtree) => Buffer): string[] {
  return path.map((subtrees) => rootOf(subtrees.map(hashOf)).toString('hex'));
}

interface Leaf {
  readonly batch: BatchRow;
  readonly index: number;
  readonly leaves: readonly Buffer[];
}

/** Finds the leaf of a decision. A decision that was indexed too late for its batch is sealed now. */
async function findLeaf(finding: Finding, row: RecordedRow, newest: BatchRow | undefined): Promise<Leaf | undefined> {
  const { tx, keys } = finding;
  const search = async (): Promise<Leaf | undefined> => {
    for (const batch of await readBatchesAt(tx, row.bank_id, row.decided_at)) {
      const leaves = splitHashes(batch.leaves);
      const hash = hashOfRecord(row, keys, batch.key_version);
      const index = leaves.findIndex((leaf) => leaf.equals(hash));
      if (index >= 0) return { batch, index, leaves };
    }
    return undefined;
  };
  const found = await search();
  if (found !== undefined || newest === undefined || !isBefore(row, newest)) return found;
  return (await sealLateDecision(finding, row)) ? await search() : undefined;
}

/** Whether the tree should contain a decision by the order of the index. */
function isBefore(row: RecordedRow, { until_at, until_key, until_account }: BatchRow): boolean {
  const after = row.decided_at.getTime() - until_at.getTime();
  if (after !== 0) return after < 0;
  return row.message_key < until_key || (row.message_key === until_key && row.account_id <= until_account);
}
