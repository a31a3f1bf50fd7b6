import type { Logger } from 'pino';
import {
  createDenials,
  createHeadAnchors,
  createSealer,
  type Denials,
  dropOldMonths,
  type HeadAnchorsDeps,
} from '../../platform/audit/index.ts';
import type { BackgroundThrottle } from '../../platform/kernel/concurrency/background-throttle.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import { asOwner, type Database } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';

const HEADS_EVERY_MS = 600_000;

export interface AuditJobsDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly throttle: BackgroundThrottle;
  readonly retentionMonths: number;
  /** The folder of the anchors, this server's file in it, and the callback that receives stored heads. */
  readonly anchors: Pick<HeadAnchorsDeps, 'folder' | 'name' | 'onPending'>;
}

/** The background work of the audit log. */
export interface AuditJobs {
  readonly denials: Denials;
  /** Seals new rows and anchors the heads of their chains. */
  seal(): Promise<void>;
  /** Drops months that are past their retention. Also records the heads of the chains, every ten minutes. */
  maintain(now: Date): Promise<void>;
  /** Seals the last rows of this server, including pending denials. */
  finish(): Promise<void>;
}

export function createAuditJobs(deps: AuditJobsDeps): AuditJobs {
  const { database, vault, clock, logger, retentionMonths } = deps;
  const denials = createDenials({
    database,
    clock,
    onError: (error) => logger.error({ err: error }, 'failed to write a denial to the audit log'),
  });
  const seal = createSealing(deps);
  let recordedAt = performance.now();
  let reportedMonth: number | undefined;

  const dropOld = async (now: Date) => {
    const { dropped, retained } = await asOwner(database, (owner) =>
      dropOldMonths({ owner, keys: vault, months: retentionMonths }, now),
    );
    for (const month of dropped) logger.info({ month: nameOf(month) }, 'dropped a month of the audit log');
    if (retained !== undefined && retained.month.getTime() !== reportedMonth) {
      logger.warn(
        { month: nameOf(retained.month), because: retained.because },
        'did not drop a month of the audit log',
      );
    }
    reportedMonth = retained?.month.getTime();
  };
  return {
    denials,
    async seal() {
      await denials.flush();
      await seal.now();
    },
    async maintain(now) {
      if (performance.now() - recordedAt >= HEADS_EVERY_MS) {
        recordedAt = performance.now();
        await seal.noteHeads();
      }
      await dropOld(now);
    },
    async finish() {
      await denials.flush({ all: true });
      await seal.now();
      await seal.noteHeads();
      await seal.now();
    },
  };
}

function createSealing({ database, vault, clock, logger, throttle, anchors: place }: AuditJobsDeps) {
  const sealer = createSealer({ database, clock, keys: vault, throttle });
  const anchors = createHeadAnchors({
    database,
    keys: vault,
    ...place,
    onBroken: (problem) =>
      logger.error({ problem }, 'the audit log does not match its anchors; for details, run "cardwright audit verify"'),
  });
  let isReported = false;
  const anchor = async () => {
    try {
      await anchors.store(sealer.takeMoved());
      isReported = false;
    } catch (error) {
      // the log itself is sealed; the error is logged once, because anchoring is retried each second
      if (!isReported)
        logger.error({ err: error, folder: place.folder }, 'failed to anchor the heads of the audit log');
      isReported = true;
    }
  };
  return {
    now: async () => {
      try {
        await sealer.seal();
      } finally {
        await anchor();
      }
    },
    noteHeads: () => sealer.noteHeads(),
  };
}

function nameOf(month: Date): string {
  return month.toISOString().slice(0, 7);
}
