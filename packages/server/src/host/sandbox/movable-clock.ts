import { OPERATOR_LOG, writeAudit } from '../../platform/audit/index.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import { type Database, queryOne, statement, type Tx } from '../../platform/storage/index.ts';

/** The sandbox's clock: the system clock plus an offset. It never goes back, even after a restart. */
export interface MovableClock extends Clock {
  /** Moves the clock forward and returns its time. The operator's audit log records the caller. */
  advance(ms: number, by: { readonly requestId: string; readonly fromAddress: string }): Promise<Date>;
  /** Reads the offset again after another process has moved the clock. */
  reload(): Promise<void>;
}

const readOffset = statement(
  'sandbox.read-clock',
  `insert into sandbox_clock (offset_ms) values (0)
   on conflict (only_row) do update set offset_ms = sandbox_clock.offset_ms returning offset_ms`,
);
const addOffset = statement(
  'sandbox.move-clock',
  'update sandbox_clock set offset_ms = offset_ms + $1 returning offset_ms',
);

const selectOffset = statement('sandbox.select-clock', 'select offset_ms from sandbox_clock');

/** Returns the stored offset of the clock, or 0 if no sandbox has run. Writes nothing. */
export async function readClockOffset(tx: Tx): Promise<number> {
  return Number((await tx.query<{ offset_ms: bigint }>(selectOffset, []))[0]?.offset_ms ?? 0);
}

export async function openMovableClock(database: Database): Promise<MovableClock> {
  const row = await queryOne<{ offset_ms: bigint }>(database, readOffset, []);
  let offsetMs = Number(row.offset_ms);
  const now = () => new Date(Date.now() + offsetMs);
  return {
    now,
    async advance(ms, by) {
      const before = now();
      offsetMs = await database.transaction(async (tx) => {
        const moved = await queryOne<{ offset_ms: bigint }>(tx, addOffset, [ms]);
        const result = Number(moved.offset_ms);
        const after = new Date(Date.now() + result);
        await writeAudit(tx, OPERATOR_LOG, after, {
          actor: 'unknown',
          operation: 'sandbox.move-clock',
          subject: 'clock',
          outcome: 'moved forward',
          ...by,
          change: { before: { now: before.toISOString() }, after: { now: after.toISOString() } },
        });
        return { commit: true, result };
      });
      return now();
    },
    async reload() {
      offsetMs = Math.max(offsetMs, await readClockOffset(database));
    },
  };
}
