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
