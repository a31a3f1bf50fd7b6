import type { Logger } from 'pino';
import { createDenials, createSealer, type Denials, dropOldMonths } from '../audit/index.ts';
import type { Clock } from '../kernel/clock.ts';
import { asOwner, type Database } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';

const HEADS_EVERY_MS = 600_000;

export interface AuditKeeperDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly retentionMonths: number;
}

/** Background work of the audit log. */
export interface AuditKeeper {
  readonly denials: Denials;
  /** Seals new rows. */
  seal(): Promise<void>;
  /** Every ten minutes, records the heads of the chains and drops months that are past their retention. */
  lookAfter(now: Date): Promise<void>;
  /** Seals the last rows of this server, too. */
  finish(): Promise<void>;
}

export function createAuditKeeper({ database, vault, clock, logger, retentionMonths }: AuditKeeperDeps): AuditKeeper {
  const denials = createDenials({
    database,
    clock,
    onError: (error) => logger.error({ err: error }, 'cannot write a denial into the audit log'),
  });
  const sealer = createSealer({ database, clock, keys: vault });
  let notedAt = performance.now();
  let toldKept: number | undefined;

  const dropOld = async (now: Date) => {
    const { dropped, kept } = await asOwner(database, (owner) =>
      dropOldMonths({ owner, keys: vault, months: retentionMonths }, now),
    );
    for (const month of dropped) logger.info({ month: nameOf(month) }, 'a month of the audit log was dropped');
    if (kept !== undefined && kept.month.getTime() !== toldKept) {
      logger.warn({ month: nameOf(kept.month), because: kept.because }, 'a month of the audit log was not dropped');
    }
    toldKept = kept?.month.getTime();
  };
  return {
    denials,
    async seal() {
      await denials.flush();
      await sealer.seal();
    },
    async lookAfter(now) {
      if (performance.now() - notedAt >= HEADS_EVERY_MS) {
        notedAt = performance.now();
        await sealer.noteHeads();
      }
      await dropOld(now);
    },
    async finish() {
      await denials.flush({ all: true });
      await sealer.seal();
      await sealer.noteHeads();
      await sealer.seal();
    },
  };
}

function nameOf(month: Date): string {
  return month.toISOString().slice(0, 7);
}
