import type { Bank } from '../../../platform/kernel/bank.ts';
import type { GiveWay } from '../../../platform/kernel/concurrency/give-way.ts';
import { inBites } from '../../../platform/kernel/concurrency/in-bites.ts';
import { periodsAt } from '../../../platform/kernel/time/periods.ts';
import { runWork, type WorkDeps } from '../../../platform/operation/index.ts';
import { toListed } from '../records/listed-authorization.ts';
import { readAllDecided, waitForListingLock } from '../records/unlisted-store.ts';
import { countDecisions } from '../statistics/count-decisions.ts';
import { addStatistics, forgetStatistics, readCountable, readListedSpan } from '../statistics/statistics-store.ts';
import { insertListedRows, updateListedRows } from './listed-store.ts';

const AT_ONCE = 1_000;

interface Rebuilt {
  readonly authorizations: number;
  readonly days: number;
}

/**
 * Makes the lists and statistics of a bank again from its authorizations: those of before there were lists, or after its time
 * zone changed. Decisions go on; the statistics of a day are held for as long as that day takes.
 */
export async function rebuildStatistics(
  { giveWay, ...deps }: WorkDeps & { readonly giveWay: GiveWay },
  bank: Bank,
  now: Date,
  by: { readonly actor: string; readonly requestId: string },
): Promise<Rebuilt> {
  const { bankId, calendar } = bank;
  const work = { operation: 'authorization.rebuild-statistics', ...by, now };
  let after = { bucket: -1, account_id: 0n, message_key: 0n };
  const authorizations = await inBites(giveWay, () =>
    runWork(deps, work, async ({ tx }) => {
      // an older state never follows a newer one
      await waitForListingLock(tx);
      const decided = await readAllDecided(tx, bankId, after, AT_ONCE);
      const rows = decided.map(({ bucket: _, ...row }) => toListed(row));
      if (rows.length > 0) {
        await insertListedRows(tx, rows);
        await updateListedRows(tx, rows);
      }
      after = decided.at(-1) ?? after;
      return { commit: true, result: { done: rows.length, isLast: rows.length < AT_ONCE } };
    }),
  );
  const span = await readListedSpan(deps.database, bankId);
  if (span === undefined) return { authorizations, days: 0 };
  let day = calendar.startOfDay(calendar.localDate(span.first));
  // in another time zone the first day may have begun earlier
  let from = new Date(0);
  const days = await inBites(giveWay, () =>
    runWork(deps, work, async ({ tx, audit }) => {
      await waitForListingLock(tx);
      const end = new Date(calendar.endOfDay(calendar.localDate(day)));
      await forgetStatistics(tx, bankId, from, end);
      const counted = countDecisions(await readCountable(tx, bankId, day, end), (row) =>
        periodsAt(row.decided_at, calendar.timeZone),
      );
      if (counted.length > 0) await addStatistics(tx, counted);
      const isLast = end > span.last;
      if (isLast) audit(bankId, `bank:${bankId}`, 'statistics rebuilt', { authorizations });
      from = end;
      day = end;
      return { commit: true, result: { done: 1, isLast } };
    }),
  );
  return { authorizations, days };
}
