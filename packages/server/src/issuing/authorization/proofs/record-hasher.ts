import type { KeyObject } from 'node:crypto';
import { createTaskThread } from '../../../platform/kernel/concurrency/task-thread.ts';
import { type ConnectionSettings, liftIdleLimit, type Tx } from '../../../platform/storage/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { DecisionKey } from './decision-batch-store.ts';
import { SALT_DOMAIN } from './decision-record.ts';
import { hashRecords, type RecordHashes } from './hash-records.ts';

export interface RecordHashTask {
  readonly bankId: string;
  readonly decisions: readonly DecisionKey[];
  /** The key that salts derive from. */
  readonly saltKey: KeyObject;
  readonly keyVersion: number;
}

/** Hashes the records of decisions for the tree of their bank. */
export interface RecordHasher {
  /** Reads the decisions and hashes their records under a version of the data key, in the order of the tree. */
  hash(tx: Tx, bankId: string, decisions: readonly DecisionKey[], keyVersion: number): Promise<RecordHashes>;
  close(): Promise<void>;
}

const WORKER = new URL('./record-hash-worker.js', import.meta.url);
const HEAP_MB = 128;
const IDLE_MS = 60_000;
/** Below this number, a message to the thread costs as much as the work. */
const MIN_DECISIONS_FOR_THREAD = 100;

/**
 * Many records are hashed on a thread with its own connection, because reading and hashing one takes the main thread a fifth of
 * the time that it needs for an authorization. Decisions do not change, so the thread needs no part in the caller's transaction.
 */
export function createRecordHasher(
  connection: ConnectionSettings,
  vault: Pick<Vault, 'mac' | 'macKey'>,
  worker = WORKER,
): RecordHasher {
  const thread = createTaskThread<RecordHashTask, RecordHashes>(worker, {
    ...{ heapMb: HEAP_MB, idleMs: IDLE_MS },
    workerData: connection,
  });
  return {
    hash: async (tx, bankId, decisions, keyVersion) => {
      if (decisions.length < MIN_DECISIONS_FOR_THREAD)
        return await hashRecords(tx, bankId, decisions, vault, keyVersion);
      // Large messages, and processors that are busy with traffic, take the thread longer than a transaction may be idle.
      await liftIdleLimit(tx);
      return await thread.run({ bankId, decisions, saltKey: vault.macKey(SALT_DOMAIN, keyVersion), keyVersion });
    },
    close: thread.close,
  };
}
