import { writeAudit } from '../audit/index.ts';
import { type ConnectionSettings, openDatabase } from '../storage/index.ts';

const EVERY_MS = 10;
/** Rows on their way at once: a database that cannot keep up gets fewer, which the count tells. */
const MOST_UNDER_WAY = 64;

/** Less of them, and what was measured is not what it seems. */
const LEAST_WRITTEN = 0.95;

export interface AuditStream {
  /** Answers what was lacking, where fewer rows were written than are wanted. */
  stop(): Promise<string | undefined>;
}

/**
 * Rows of the audit log as other requests of the same bank write them, each in a transaction of its own. The product's
 * server finds them in the queue and seals them.
 */
export function startAuditStream(connection: ConnectionSettings, bankId: string, rowsPerSecond: number): AuditStream {
  const database = openDatabase({ connection, maxConnections: 4, statementTimeoutMs: 10_000, onError: () => {} });
  const beganAt = performance.now();
  const underWay = new Set<Promise<void>>();
  let begun = 0;
  let written = 0;
  const write = async () => {
    const now = new Date();
    await writeAudit(database, bankId, now, {
      actor: 'bench',
      operation: 'bench.write-row',
      subject: `row:${begun}`,
      outcome: 'changed',
      requestId: 'bench',
      fromAddress: '127.0.0.1',
      change: { before: { status: 'ACTIVE' }, after: { status: 'BLOCKED' } },
    });
    written += 1;
  };
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - beganAt) / 1_000) * rowsPerSecond);
    while (begun < due && underWay.size < MOST_UNDER_WAY) {
      begun += 1;
      const writing: Promise<void> = write()
        .catch(() => {})
        .finally(() => underWay.delete(writing));
      underWay.add(writing);
    }
  }, EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      const endedAt = performance.now();
      await Promise.all(underWay);
      await database.close();
      const wanted = Math.floor(((endedAt - beganAt) / 1_000) * rowsPerSecond);
      return written < wanted * LEAST_WRITTEN ? `${written} of ${wanted} audit rows were written` : undefined;
    },
  };
}
