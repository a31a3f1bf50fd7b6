import { vi } from 'vitest';
import type { TestServer } from './test-server.ts';
import { WITHIN } from './within.ts';

/** Resolves when all decisions are in the lists and statistics of all banks. A hundred thousand decisions take minutes. */
export async function waitForIndex({ server, db }: TestServer, within = WITHIN): Promise<void> {
  await vi.waitUntil(async () => {
    // another server may be indexing
    await server.periodicJobs.indexDecisions();
    const pendingRows = 'select 1 from unlisted_authorizations union all select 1 from uncounted_authorizations';
    return (await db.sql(pendingRows)).length === 0;
  }, within);
}

/** Moves the clock by two minutes and resolves when all earlier decisions of all banks are in their logs. */
export async function waitForDecisionLog(server: TestServer): Promise<void> {
  server.clock.advance(120_000);
  await waitForIndex(server);
  await vi.waitUntil(async () => {
    // the server's own jobs may hold the lock of a log
    await server.server.periodicJobs.runDue();
    const missing = `select 1 from listed_authorizations z where z.decided_at <= $1 and not exists (
      select 1 from decision_batches b where b.bank_id = z.bank_id
         and (b.until_at, b.until_key, b.until_account) >= (z.decided_at, z.message_key, z.account_id))`;
    return (await server.db.sql(missing, [new Date(server.clock.now().getTime() - 60_000)])).length === 0;
  }, WITHIN);
}

/** Resolves when all rows of the audit logs are in their chains. */
export async function waitForSeals({ db }: Pick<TestServer, 'db'>): Promise<void> {
  await vi.waitUntil(async () => (await db.sql('select from audit_queue')).length === 0, WITHIN);
}

/** Resolves when background work has finished, so that reads of this path return a stable answer. */
export async function waitForDeliveries(server: TestServer, path: string): Promise<void> {
  if (path.includes('/statistics/')) await waitForIndex(server);
  if (path.includes('/audit')) await waitForSeals(server);
  if (path.includes('/exports')) await server.server.exportsIdle();
}
