import {
  completedNodes,
  hashOfLeaf,
  nodeAt,
  nodesOf,
  rootOf,
  type SealKeys,
  type Subtree,
  subtreesOf,
  TREE_SUBJECT,
} from '../../../platform/audit/index.ts';
import type { BackgroundThrottle } from '../../../platform/kernel/concurrency/background-throttle.ts';
import { inChunks } from '../../../platform/kernel/concurrency/chunks.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import { runWork, type WorkContext, type WorkDeps } from '../../../platform/operation/index.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { readPendingLag } from '../records/pending-lag-store.ts';
import {
  type BatchRow,
  insertBatch,
  readBatch,
  readKeysAfter,
  readNodes,
  tryTreeLock,
} from './decision-batch-store.ts';
import { newestKeyVersion, type RecordedRow } from './decision-record.ts';
import { hashesOf, type RecordHashes } from './hash-records.ts';
import type { RecordHasher } from './record-hasher.ts';

const DECISIONS_PER_BATCH = 500;
/** A decision this old is in the index on all servers, except after a failure. */
const SEALED_AFTER_MS = 60_000;
const PENDING_BATCHES = 100_000;
const HASH_BYTES = 32;
const SEAL_OPERATION = 'authorization.seal-decisions';
/**
 * The outcome of audit rows with heads of the tree. Their operation is that of the request if the request sealed a late
 * decision.
 */
export const SEALED = 'sealed';

const START = { until_at: new Date(0), until_key: 0n, until_account: 0n };

/**
 * Adds the decisions of a bank to its tree, in batches, and writes each root into the bank's audit log, whose heads
 * leave the server each second (docs/audit.md#decisions). Only one server does this at a time.
 */
export async function sealDecisions(
  deps: WorkDeps & {
    readonly vault: SealKeys;
    readonly recordHasher: RecordHasher;
    readonly throttle: BackgroundThrottle;
  },
  bankId: string,
  now: Date,
): Promise<number> {
  const work = { operation: SEAL_OPERATION, actor: 'cardwright', requestId: '', now };
  return await inChunks(deps.throttle, () =>
    runWork(deps, work, async ({ tx, audit }) => {
      if (!(await tryTreeLock(tx, bankId))) return { commit: false, result: { done: 0, isLast: true } };
      const before = await readBatch(tx, bankId);
      const { until_at, until_key, until_account } = before ?? START;
      const { oldest_at: pendingSince } = await readPendingLag(tx, PENDING_BATCHES);
      const until = new Date(Math.min(now.getTime() - SEALED_AFTER_MS, (pendingSince?.getTime() ?? Infinity) - 1));
      const after = { decided_at: until_at, message_key: until_key, account_id: until_account };
      const keys = await readKeysAfter(tx, bankId, after, until, DECISIONS_PER_BATCH);
      const last = keys.at(-1);
      if (last === undefined) return { commit: false, result: { done: 0, isLast: true } };
      const keyVersion = newestKeyVersion(deps.vault);
      const hashes = await deps.recordHasher.hash(tx, bankId, keys, keyVersion);
      const isAppended = await appendBatch({ tx, audit, now }, bankId, {
        ...{ ...hashes, keyVersion, before },
        until: { until_at: last.decided_at, until_key: last.message_key, until_account: last.account_id },
      });
      const isLast = !isAppended || keys.length < DECISIONS_PER_BATCH;
      return { commit: isAppended, result: { done: keys.length, isLast } };
    }),
  );
}

type Appending = Pick<WorkContext, 'tx' | 'audit' | 'now'>;

interface NewLeaf extends RecordHashes {
  /** The data key that the salts of the records derive from. */
  readonly keyVersion: number;
  /** The newest batch. */
  readonly before: BatchRow | undefined;
  /** The last decision up to which the tree is complete. */
  readonly until: Pick<BatchRow, 'until_at' | 'until_key' | 'until_account'>;
}

/** Appends decisions as one leaf. The caller holds the lock of the tree. Returns false if another server was faster. */
async function appendBatch(
  { tx, audit, now }: Appending,
  bankId: string,
  { leaves: bytes, firstAt, lastAt, keyVersion, before, until }: NewLeaf,
): Promise<boolean> {
  // The bytes that a thread posts are a plain array.
  const joined = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const leaves = splitHashes(joined);
  const batchNo = before === undefined ? 0 : Number(before.batch_no) + 1;
  const batch = hashOfLeaf(rootOf(subtreesOf(0, leaves.length).map(nodeReader(nodesOf(leaves)))));
  const peaks = subtreesOf(0, batchNo);
  const hashes = await readSubtrees(tx, bankId, peaks);
  const nodes = completedNodes(
    batch,
    peaks.map((peak) => ({ level: peak.level, hash: hashes(peak) })),
  );
  const root = rootOf(
    subtreesOf(0, batchNo + 1).map((peak) =>
      peak.last === batchNo ? requireValue(nodes[peak.level], 'a node of the new batch') : hashes(peak),
    ),
  );
  const isInserted = await insertBatch(tx, bankId, {
    ...{ batch_no: BigInt(batchNo), sealed_at: now, ...until, key_version: keyVersion },
    ...{ first_at: firstAt, last_at: lastAt },
    ...{ leaves: joined, nodes: Buffer.concat(nodes), root },
  });
  if (!isInserted) return false;
  const details = { tree_size: batchNo + 1, tree_root: root.toString('hex'), decisions: leaves.length };
  audit(bankId, `${TREE_SUBJECT}${batchNo + 1}`, SEALED, details);
  return true;
}

/** Seals a decision that was indexed too late for its batch. Returns false if another server extends the tree now. */
export async function sealLateDecision(
  { keys, ...appending }: Appending & { readonly keys: SealKeys },
  row: RecordedRow,
): Promise<boolean> {
  const { tx } = appending;
  if (!(await tryTreeLock(tx, row.bank_id))) return false;
  const before = await readBatch(tx, row.bank_id);
  const { until_at, until_key, until_account } = before ?? START;
  const keyVersion = newestKeyVersion(keys);
  return await appendBatch(appending, row.bank_id, {
    ...{ ...hashesOf([row], keys, keyVersion), keyVersion, before },
    until: { until_at, until_key, until_account },
  });
}

const nodeReader = (nodes: readonly (readonly Buffer[])[]) => (subtree: Subtree) => nodeAt(nodes, subtree);

/** Reads the hashes of complete subtrees of a bank's tree. */
export async function readSubtrees(
  tx: Tx,
  bankId: string,
  subtrees: readonly Subtree[],
): Promise<(subtree: Subtree) => Buffer> {
  const rows = await readNodes(
    tx,
    bankId,
    subtrees.map(({ last }) => last),
  );
  const nodes = new Map(rows.map((row) => [Number(row.batch_no), splitHashes(row.nodes)]));
  return ({ last, level }) => requireValue(nodes.get(last)?.[level], 'a node of the tree over decisions');
}

export function splitHashes(hashes: Buffer): Buffer[] {
  return Array.from({ length: hashes.length / HASH_BYTES }, (_, at) =>
    hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}
