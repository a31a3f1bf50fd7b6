import type { Page, Place } from '../../../platform/kernel/page.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import type { IndexRow } from '../records/indexed-authorization.ts';
import { DECISIONS_PER_CHUNK, readPendingOf } from '../records/pending-decision-store.ts';
import { type DisplayRow, nameIndexRows } from './index-name.ts';
import { type AuthorizationFilter, filterRows, type IndexPage, listIndexRows } from './index-page-store.ts';
import { readPendingRows, withPending } from './pending-of-account.ts';

/**
 * A page of an account's decisions, merged with decisions that are not indexed yet. Writes nothing and does not wait for the
 * indexer (docs/decisions/0028-lists.md).
 */
export async function listOfAccount(
  tx: Tx,
  bankId: string,
  filter: AuthorizationFilter & { readonly accountId: bigint },
  page: Page,
): Promise<IndexPage> {
  // these run in this order; usually nothing is pending
  const [pending, indexPage] = await Promise.all([
    readPendingOf(tx, filter.accountId),
    listIndexRows(tx, bankId, filter, page),
  ]);
  const keys = pending.filter(({ decided_at: at }) => at <= page.before.at && at >= filter.from && at < filter.to);
  if (keys.length === 0) return indexPage;
  // a pending ending may remove a row from the filter, so that the page needs further rows
  const isWhole = withPending(indexPage.rows, keys, []).length === indexPage.rows.length;
  const wide = { ...page, limit: page.limit + keys.length };
  const { rows, scannedTo } = isWhole ? indexPage : await listIndexRows(tx, bankId, filter, wide);
  const others: IndexRow[] = [];
  // newest first, until the page is full
  for (let from = 0; from < keys.length && others.length <= page.limit; from += DECISIONS_PER_CHUNK) {
    const some = await readPendingRows(tx, keys.slice(from, from + DECISIONS_PER_CHUNK));
    others.push(...(await filterRows(tx, bankId, filter, page, some)));
  }
  const displayRows = withPending(rows, keys, await nameIndexRows(tx, bankId, others))
    .sort(newestFirst)
    // later rows belong to the next page
    .filter((row) => scannedTo === undefined || !isBehind(row, scannedTo))
    .slice(0, page.limit + 1);
  return { rows: displayRows, scannedTo: displayRows.length > page.limit ? undefined : scannedTo };
}

function isBehind({ decided_at: at, message_key: id }: DisplayRow, place: Place): boolean {
  return at < place.at || (at.getTime() === place.at.getTime() && id < place.id);
}

function newestFirst(one: DisplayRow, other: DisplayRow): number {
  return isBehind(one, { at: other.decided_at, id: other.message_key }) ? 1 : -1;
}
