import { APPLICATION_SORTS, type ApplicationSort, type HitFilter, type ListSort } from '@cardwright/contract';
import { cursorAfter, readPage } from '../../platform/kernel/page.ts';
import { fail, ok, type Result } from '../../platform/kernel/result.ts';
import { readUtc } from '../../platform/kernel/time/read-utc.ts';

/** A position in a list of any sort. */
export interface SortedPlace {
  /** Number of hits that are not cleared. */
  readonly hits: number;
  readonly at: Date;
  readonly id: string;
}

export interface SortedPage<Sort extends ApplicationSort = ListSort> {
  readonly sort: Sort;
  readonly after: SortedPlace;
  readonly limit: number;
  readonly hits: HitFilter | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

interface SortedQuery<Sort> {
  readonly limit?: string | number | object;
  readonly cursor?: string;
  readonly sort?: Sort;
  readonly hits?: HitFilter;
  readonly from?: string;
  readonly to?: string;
}

const LAST = new Date('9999-12-31T00:00:00Z');
const MAX_HITS = 2_147_483_647;
const STARTS: Record<ApplicationSort, SortedPlace> = {
  newest: { hits: 0, at: LAST, id: '0' },
  oldest: { hits: 0, at: new Date(0), id: '0' },
  hits: { hits: MAX_HITS, at: LAST, id: '0' },
  queue: { hits: MAX_HITS, at: new Date(0), id: '0' },
};
const CURSOR = new RegExp(`^(${APPLICATION_SORTS.join('|')})-(\\d{1,9})-(\\d{13})-(.{1,40})$`);

/** Returns the first page of a list without filters. */
export function firstPage<Sort extends ApplicationSort>(sort: Sort, limit: number): SortedPage<Sort> {
  return { sort, after: STARTS[sort], limit, hits: null, from: null, to: null };
}

/** Reads the requested page. `idFormat` is the format of the ids in the list. */
export function readSortedPage<Sort extends ApplicationSort = ListSort>(
  query: SortedQuery<Sort>,
  idFormat: RegExp,
): Result<SortedPage<Sort>, 'value_not_allowed'> {
  const page = readPage({ limit: query.limit });
  if (!page.ok) return page;
  const sort = query.sort ?? ('newest' as Sort);
  const after = query.cursor === undefined ? STARTS[sort] : placeFrom(query.cursor, sort, idFormat);
  if (after === undefined) {
    return fail('value_not_allowed', { path: 'cursor', message: 'must be the next_cursor of a page of the same sort' });
  }
  const time = (text: string | undefined) => (text === undefined ? null : (readUtc(text) ?? null));
  const { limit } = page.value;
  return ok({ sort, after, limit, hits: query.hits ?? null, from: time(query.from), to: time(query.to) });
}

function placeFrom(cursor: string, sort: ApplicationSort, idFormat: RegExp): SortedPlace | undefined {
  const [, of, hits, ms, id] = CURSOR.exec(cursor) ?? [];
  if (of !== sort || id === undefined || !idFormat.test(id)) return undefined;
  return { hits: Number(hits), at: new Date(Number(ms)), id };
}

/**
 * Returns the rows of the page and the cursor of the next page. `rows` has one row more than the page if another one
 * follows.
 */
export function cutSortedPage<Row>(
  rows: readonly Row[],
  { sort, limit }: SortedPage<ApplicationSort>,
  placeOf: (row: Row) => SortedPlace,
): { rows: readonly Row[]; nextCursor: string | null } {
  const nextCursor = cursorAfter(rows, limit, (last) => {
    const { hits, at, id } = placeOf(last);
    return `${sort}-${hits}-${at.getTime()}-${id}`;
  });
  return { rows: rows.slice(0, limit), nextCursor };
}
