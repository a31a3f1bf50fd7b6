import type { FastifyInstance } from 'fastify';
import type { AnchorSenders } from './open-anchor-senders.ts';
import type { PeriodicJobs } from './periodic-jobs.ts';

interface Closable {
  close(): Promise<void>;
}
interface Stoppable {
  stop(): Promise<void>;
}

/** The running parts of a server. */
interface Running {
  readonly app: FastifyInstance;
  readonly operatorApp: FastifyInstance | undefined;
  readonly merchants: Closable;
  readonly outbox: Stoppable & Closable;
  readonly authorizer: Closable;
  readonly partners: Closable;
  readonly networks: Closable;
  readonly earlyReversals: Closable;
  readonly demoData: Stoppable;
  readonly backtests: Stoppable;
  readonly exports: Stoppable;
  readonly periodicJobs: PeriodicJobs;
  readonly keyRefresh: Stoppable;
  readonly anchorSenders: AnchorSenders;
  readonly replication: Stoppable;
  readonly database: Closable;
  readonly tracing: Closable | undefined;
}

/** Stops each part before the parts that it needs. The whole process has 10 s to end (main.ts). */
export async function stopInOrder(running: Running): Promise<void> {
  const { app, operatorApp, merchants, outbox, authorizer, networks, demoData, backtests, exports, database } = running;
  const { periodicJobs, keyRefresh, anchorSenders, replication, tracing } = running;
  await Promise.all([
    app.close(),
    operatorApp?.close(),
    networks.close(),
    demoData.stop(),
    backtests.stop(),
    exports.stop(),
  ]);
  await merchants.close();
  await outbox.stop();
  await Promise.all([authorizer.close(), running.earlyReversals.close()]);
  await running.partners.close();
  await Promise.all([periodicJobs.stop(), keyRefresh.stop(), replication.stop()]);
  // after the periodic jobs, whose stop seals the last rows of the audit log and offers their heads
  await anchorSenders.finish();
  await outbox.close();
  await database.close();
  await tracing?.close();
}
