import { expect, it } from 'vitest';
import { openVault, sandboxKeys } from '../../../platform/vault/index.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { newestKeyVersion } from './decision-record.ts';
import { createRecordHasher } from './record-hasher.ts';

const server = fileServer();
const SHORT_LIMIT = {
  name: 'tests.limit-idle-time',
  text: `select set_config('idle_in_transaction_session_timeout', '50', true)`,
};

/** The code of a thread that is busy for half a second. */
const BUSY = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ decisions }) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    parentPort.postMessage({ result: { leaves: new Uint8Array(decisions.length * 32) } });
  });`;

it('lets its thread work for longer than a transaction may be idle', async () => {
  const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
  const worker = new URL(`data:text/javascript,${encodeURIComponent(BUSY)}`);
  const hasher = createRecordHasher(server.db.connection, vault, worker);
  const key = { decided_at: new Date(0), message_key: 1n, account_id: 1n };
  const decisions = Array.from({ length: 100 }, () => key);
  const leaves = await server.db.database.transaction(async (tx) => {
    await tx.query(SHORT_LIMIT, []);
    const hashes = await hasher.hash(tx, 'DEMO', decisions, newestKeyVersion(vault));
    await tx.query(SHORT_LIMIT, []);
    return { commit: true, result: hashes.leaves };
  });
  await hasher.close();
  expect(leaves).toHaveLength(100 * 32);
});
