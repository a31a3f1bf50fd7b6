import { createHmac } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { SealKeys } from '../../../platform/audit/index.ts';
import type { TaskOutcome } from '../../../platform/kernel/concurrency/task-thread.ts';
import { BACKGROUND_NICENESS, setThreadPriority } from '../../../platform/kernel/concurrency/thread-priority.ts';
import { type ConnectionSettings, openDatabase } from '../../../platform/storage/index.ts';
import { hashRecords, type RecordHashes } from './hash-records.ts';
import type { RecordHashTask } from './record-hasher.ts';

/** This thread reads decisions over its own connection and hashes their records. */
const STATEMENT_MS = 30_000;

setThreadPriority(BACKGROUND_NICENESS);

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
