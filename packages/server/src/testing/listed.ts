import { vi } from 'vitest';
import type { TestServer } from './test-server.ts';
import { WITHIN } from './within.ts';

/** Resolves when the lists and statistics of all banks hold what was decided. */
export async function listed({ server, db }: TestServer): Promise<void> {
  await vi.waitUntil(async () => {
    // another one may be writing them just now
    await server.periodicJobs.indexDecisions();
    const left = 'select 1 from unlisted_authorizations union all select 1 from uncounted_authorizations';
    return (await db.sql(left)).length === 0;
  }, WITHIN);
}

/** Resolves when the chains hold every row of the audit logs. */
export async function sealed({ db }: Pick<TestServer, 'db'>): Promise<void> {
  await vi.waitUntil(async () => (await db.sql('select from audit_queue')).length === 0, WITHIN);
}

/** Resolves when what is read at this path is shown as it is a few seconds later. */
export async function shownWhole(server: TestServer, path: string): Promise<void> {
  if (path.includes('/statistics/')) await listed(server);
  if (path.includes('/audit')) await sealed(server);
}
