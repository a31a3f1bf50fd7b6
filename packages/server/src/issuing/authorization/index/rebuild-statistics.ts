import type { Bank } from '../../../platform/kernel/bank.ts';
import type { BackgroundThrottle } from '../../../platform/kernel/concurrency/background-throttle.ts';
import { inChunks } from '../../../platform/kernel/concurrency/chunks.ts';
import { periodsAt } from '../../../platform/kernel/time/periods.ts';
import { runWork, type WorkDeps } from '../../../platform/operation/index.ts';
import { toIndexRow } from '../records/indexed-authorization.ts';
import { readAllDecisionRows, waitForIndexLock } from '../records/pending-decision-store.ts';
import { countDecisions } from '../statistics/count-decisions.ts';
import { addStatistics, deleteStatistics, readCountable, readIndexedSpan } from '../statistics/statistics-store.ts';
import { insertIndexRows, updateIndexRows } from './index-store.ts';

const DECISIONS_PER_CHUNK = 1_000;

interface Rebuilt {
  readonly authorizations: number;
  readonly days: number;
}

/**
 * Rebuilds the index and statistics of a bank from its authorizations: for decisions that precede the index, or after a
 * change of the bank's time zone. Decisions continue. The statistics of a day are locked while that day is rebuilt.
 */
export async function rebuildStatistics(
  { throttle, ...deps }: WorkDeps & { readonly throttle: BackgroundThrottle },
  bank: Bank,
  now: Date,
  by: { readonly actor: string; readonly requestId: string },
): Promise<Rebuilt> {
  const { bankId, calendar } = bank;
  const work = { operation: 'authorization.rebuild-statistics', ...by, now };
  let after = { bucket: -1, account_id: 0n, message_key: 0n };
  const authorizations = await inChunks(throttle, () =>
    runWork(deps, work, async ({ tx }) => {
      // an older state must never replace a newer one
      await waitForIndexLock(tx);
      const decisions = await readAllDecisionRows(tx, bankId, after, DECISIONS_PER_CHUNK);
      const rows = decisions.map(({ bucket: _, ...row }) => toIndexRow(row));
      if (rows.length > 0) {
        await insertIndexRows(tx, rows);
        await updateIndexRows(tx, rows);
      }
      after = decisions.at(-1) ?? after;
      return { commit: true, result: { done: rows.length, isLast: rows.length < DECISIONS_PER_CHUNK } };
    }),
  );
  const span = await readIndexedSpan(deps.database, bankId);
  if (span === undefined) return { authorizations, days: 0 };
  let day = calendar.startOfDay(calendar.localDate(span.first));
  // in another time zone the first day may begin earlier
  let from = new Date(0);
  const days = await inChunks(throttle, () =>
    runWork(deps, work, async ({ tx, audit }) => {
      await waitForIndexLock(tx);
      const end = new Date(calendar.endOfDay(calendar.localDate(day)));
      await deleteStatistics(tx, bankId, from, end);
      const counts = countDecisions(await readCountable(tx, bankId, day, end), (row) =>
        periodsAt(row.decided_at, calendar.timeZone),
      );
      if (counts.length > 0) await addStatistics(tx, counts);
      const isLast = end > span.last;
      if (isLast) audit(bankId, `bank:${bankId}`, 'statistics rebuilt', { authorizations });
      from = end;
      day = end;
      return { commit: true, result: { done: 1, isLast } };
    }),
  );
  return { authorizations, days };
}
