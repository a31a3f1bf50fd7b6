import { GIVE_NO_WAY } from '../kernel/give-way.ts';
import { inBites } from '../kernel/in-bites.ts';
import { runWork, type WorkDeps } from '../operation/index.ts';
import type { Tx } from '../storage/index.ts';
import { toListed } from './listed-authorization.ts';
import { insertListedRows, updateListedRows } from './listed-store.ts';
import { UNKNOWN_BANK } from './placed-message.ts';
import {
  forgetUnlisted,
  readDecided,
  readUnlisted,
  readUnlistedOf,
  tryListingLock,
  type UnlistedRow,
  waitForListingLock,
} from './unlisted-store.ts';

/** Batches of the hot path that are taken in one transaction. */
const BATCHES = 200;

/**
 * Brings the lists up to date with what was decided and what ended since (docs/decisions/0028-lists.md). Several servers may
 * try: one does the work, the others leave it to that one. Answers how many batches were taken.
 */
export function listDecided(deps: WorkDeps, now: Date): Promise<number> {
  const work = { operation: 'authorization.list-decided', actor: 'cardwright', requestId: '', now };
  // with as much traffic as there is to give way to, the lists would fall behind
  return inBites(GIVE_NO_WAY, () =>
    runWork(deps, work, async ({ tx }) => {
      if (!(await tryListingLock(tx))) return { commit: false, result: { done: 0, isLast: true } };
      const done = await listThese(tx, await readUnlisted(tx, BATCHES));
      return { commit: done > 0, result: { done, isLast: done < BATCHES } };
    }),
  );
}

/** The same at once for one account, whose last decision may have been answered just now. */
export async function listDecidedOf(tx: Tx, accountId: bigint): Promise<void> {
  if ((await readUnlistedOf(tx, accountId)).length === 0) return;
  await waitForListingLock(tx);
  // somebody else may have listed them meanwhile
  await listThese(tx, await readUnlistedOf(tx, accountId));
}

async function listThese(tx: Tx, unlisted: readonly UnlistedRow[]): Promise<number> {
  const batches = [...new Set(unlisted.map((row) => row.unlisted_id))];
  if (batches.length === 0) return 0;
  const byKey = new Map(unlisted.map((row) => [`${row.account_id}/${row.message_key}`, row]));
  const decided = await readDecided(tx, [...byKey.values()]);
  // what names no bank here belongs in nobody's list
  const rows = decided.filter((row) => row.bank_id !== UNKNOWN_BANK).map(toListed);
  if (rows.length > 0) {
    await insertListedRows(tx, rows);
    await updateListedRows(tx, rows);
  }
  await forgetUnlisted(tx, batches);
  return batches.length;
}
