import { createHmac } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { SealKeys } from '../../../platform/audit/index.ts';
import type { TaskOutcome } from '../../../platform/kernel/concurrency/task-thread.ts';
import { type ConnectionSettings, openDatabase } from '../../../platform/storage/index.ts';
import { hashRecords, type RecordHashes } from './hash-records.ts';
import type { RecordHashTask } from './record-hasher.ts';

/** This thread reads decisions over its own connection and hashes their records. */
const STATEMENT_MS = 30_000;
/** Lower priority, so that authorizations go first when processors are busy. */
const NICENESS = 10;

// Only Linux applies this to the calling thread. Elsewhere it would apply to the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

const database = openDatabase({
  connection: workerData as ConnectionSettings,
  ...{ maxConnections: 1, statementTimeoutMs: STATEMENT_MS },
  onError: () => {},
});

parentPort?.on('message', async ({ bankId, decisions, saltKey, keyVersion }: RecordHashTask) => {
  // The salts of records are the only keyed hashes here.
  const keys: SealKeys = {
    mac: (_domain, bytes) => ({ mac: createHmac('sha256', saltKey).update(bytes).digest(), keyVersion }),
  };
  const outcome: TaskOutcome<RecordHashes> = await hashRecords(database, bankId, decisions, keys, keyVersion).then(
    (result) => ({ result }),
    (error: unknown) => ({ broken: String(error) }),
  );
  parentPort?.postMessage(outcome);
});
