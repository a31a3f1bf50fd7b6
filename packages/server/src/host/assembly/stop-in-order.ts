import type { FastifyInstance } from 'fastify';
import type { AnchorSenders } from './open-anchor-senders.ts';
import type { PeriodicJobs } from './periodic-jobs.ts';

interface Closed {
  close(): Promise<void>;
}
interface Stopped {
  stop(): Promise<void>;
}

/** Everything of a server that runs. */
interface Running {
  readonly app: FastifyInstance;
  readonly operatorApp: FastifyInstance | undefined;
  readonly merchants: Closed;
  readonly outbox: Stopped & Closed;
  readonly authorizer: Closed;
  readonly demoData: Stopped;
  readonly backtests: Stopped;
  readonly housekeeping: PeriodicJobs;
  readonly keyKeeper: Stopped;
  readonly anchorSenders: AnchorSenders;
  readonly replication: Stopped;
  readonly database: Closed;
  readonly tracing: Closed | undefined;
}

/** Each is stopped before what it needs. The whole process has 10 s to end (main.ts). */
export async function stopInOrder(running: Running): Promise<void> {
  const { app, operatorApp, merchants, outbox, authorizer, demoData, backtests, database } = running;
  const { housekeeping, keyKeeper, anchorSenders, replication, tracing } = running;
  await Promise.all([app.close(), operatorApp?.close(), demoData.stop(), backtests.stop()]);
  await merchants.close();
  await outbox.stop();
  await authorizer.close();
  await Promise.all([housekeeping.stop(), keyKeeper.stop(), replication.stop()]);
  // now, as housekeeping seals the last rows of the audit log, and offers the heads
  await anchorSenders.finish();
  await outbox.close();
  await database.close();
  await tracing?.close();
}
