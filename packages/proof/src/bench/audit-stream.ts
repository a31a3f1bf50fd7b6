import { writeAuditOnly } from '@cardwright/server/internal/platform/audit/index';
import {
  type ConnectionSettings,
  type Database,
  openDatabase,
  statement,
} from '@cardwright/server/internal/platform/storage/index';

const EVERY_MS = 10;
/** Maximum number of rows in flight. A database that cannot keep up gets fewer rows, and the count shows it. */
const MAX_IN_FLIGHT = 64;

/** The minimum share of the requested rows for a valid measurement. */
const MIN_WRITE_RATIO = 0.95;

export interface AuditStream {
  /** Returns a message if too few rows were written. */
  stop(): Promise<string | undefined>;
}

/**
 * Writes rows of the audit log as other requests of the same bank would, each in its own transaction. The product's
 * server finds them in the queue and seals them. Without `chained`, the rows go into a similar table and are not
 * sealed.
 */
export function startAuditStream(
  connection: ConnectionSettings,
  bankId: string,
  { rowsPerSecond, chained }: { rowsPerSecond: number; chained: boolean },
): AuditStream {
  const database = openDatabase({ connection, maxConnections: 4, statementTimeoutMs: 10_000, onError: () => {} });
  const beganAt = performance.now();
  const inFlight = new Set<Promise<void>>();
  let beganRows = 0;
  let writtenRows = 0;
  const writeRow = chained ? writeChained : writePlain;
  const write = async () => {
    await writeRow(database, bankId, `row:${beganRows}`);
    writtenRows += 1;
  };
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - beganAt) / 1_000) * rowsPerSecond);
    while (beganRows < due && inFlight.size < MAX_IN_FLIGHT) {
      beganRows += 1;
      const writing: Promise<void> = write()
        .catch(() => {})
        .finally(() => inFlight.delete(writing));
      inFlight.add(writing);
    }
  }, EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      const endedAt = performance.now();
      await Promise.all(inFlight);
      await database.close();
      const expectedRows = Math.floor(((endedAt - beganAt) / 1_000) * rowsPerSecond);
      return writtenRows < expectedRows * MIN_WRITE_RATIO
        ? `${writtenRows} of ${expectedRows} audit rows were written`
        : undefined;
    },
  };
}

const CHANGE = { before: { status: 'ACTIVE' }, after: { status: 'BLOCKED' } };

function writeChained(database: Database, bankId: string, subject: string): Promise<void> {
  const entry = { actor: 'bench', operation: 'bench.write-row', subject, outcome: 'changed', requestId: 'bench' };
  return writeAuditOnly(database, bankId, new Date(), { ...entry, fromAddress: '127.0.0.1', change: CHANGE });
}

const insertPlainRow = statement(
  'bench.insert-plain-row',
  `insert into bench_plain_rows (bank_id, at, actor, operation, subject, outcome, request_id, from_address, before, after)
   values ($1, $2, 'bench', 'bench.write-row', $3, 'changed', 'bench', '127.0.0.1', $4, $5)`,
);

async function writePlain(database: Database, bankId: string, subject: string): Promise<void> {
  const { before, after } = CHANGE;
  await database.query(insertPlainRow, [bankId, new Date(), subject, JSON.stringify(before), JSON.stringify(after)]);
}

/** The table for the unchained rows. */
export async function makePlainRows(connection: ConnectionSettings): Promise<void> {
  const database = openDatabase({ connection, maxConnections: 1, statementTimeoutMs: 10_000, onError: () => {} });
  const owner = await database.connect({ asOwner: true });
  await owner.query('create table if not exists bench_plain_rows (like audit_log including all)');
  await owner.query('grant insert on bench_plain_rows to cardwright_server');
  await owner.end();
  await database.close();
}
