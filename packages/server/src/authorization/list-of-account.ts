import type { Page, Place } from '../kernel/page.ts';
import type { Tx } from '../storage/index.ts';
import { type AuthorizationFilter, filterRows, type ListedPage, listListed } from './listed-page-store.ts';
import { nameListed, type ShownRow } from './name-listed.ts';
import { readUnlistedRows, withUnlisted } from './unlisted-of-account.ts';
import { readUnlistedOf } from './unlisted-store.ts';

/**
 * A page of an account's decisions, with those that were answered just now and that the list does not show yet. Nothing is written, and
 * nobody waited for who writes the list (docs/decisions/0028-lists.md).
 */
export async function listOfAccount(
  tx: Tx,
  bankId: string,
  filter: AuthorizationFilter & { readonly accountId: bigint },
  page: Page,
): Promise<ListedPage> {
  // answered in this order; nearly always there is nothing that is not listed
  const [unlisted, listed] = await Promise.all([
    readUnlistedOf(tx, filter.accountId),
    listListed(tx, bankId, filter, page),
  ]);
  const keys = unlisted.filter(({ decided_at: at }) => at <= page.before.at && at >= filter.from && at < filter.to);
  if (keys.length === 0) return listed;
  // each of these may take the place of one that is listed, as it was before, and not be looked for any more
  const { rows, looked } = await listListed(tx, bankId, filter, { ...page, limit: page.limit + keys.length });
  const others = await filterRows(tx, bankId, filter, page, await readUnlistedRows(tx, keys));
  const merged = withUnlisted(rows, keys, await nameListed(tx, bankId, others))
    .sort(newestFirst)
    // what is behind it is looked at with the next page
    .filter((row) => looked === undefined || !isBehind(row, looked))
    .slice(0, page.limit + 1);
  return { rows: merged, looked: merged.length > page.limit ? undefined : looked };
}

function isBehind({ decided_at: at, message_key: id }: ShownRow, place: Place): boolean {
  return at < place.at || (at.getTime() === place.at.getTime() && id < place.id);
}

function newestFirst(one: ShownRow, other: ShownRow): number {
  return isBehind(one, { at: other.decided_at, id: other.message_key }) ? 1 : -1;
}
