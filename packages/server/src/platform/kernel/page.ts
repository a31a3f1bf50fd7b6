import { MAX_PER_PAGE, USUAL_PER_PAGE } from '@cardwright/contract';
import { fail, ok, type Result } from './result.ts';

/** A place in a list that is ordered by time and then by id, newest first. */
export interface Place {
  readonly at: Date;
  readonly id: bigint;
}

export interface Page {
  readonly before: Place;
  readonly limit: number;
}

/** The place before the first entry of a list. */
export const START: Place = { at: new Date('9999-12-31T00:00:00Z'), id: 9_223_372_036_854_775_807n };
const LEAST_ID = -9_223_372_036_854_775_808n;
const CURSOR = /^(\d{13})-(-?\d{1,19})$/;

/**
 * Returns the requested page of a list: `value_not_allowed` for a limit out of range, or a cursor that no page
 * returned.
 */
export function readPage(query: { limit?: unknown; cursor?: string }): Result<Page, 'value_not_allowed'> {
  const limit = query.limit === undefined ? USUAL_PER_PAGE : Number(query.limit);
  if (!(limit >= 1 && limit <= MAX_PER_PAGE)) {
    return fail('value_not_allowed', { path: 'limit', message: `must be 1 to ${MAX_PER_PAGE}` });
  }
  if (query.cursor === undefined) return ok({ before: START, limit });
  const [, ms, id] = CURSOR.exec(query.cursor) ?? [];
  // an id is a bigint of the database
  if (ms === undefined || id === undefined || BigInt.asIntN(64, BigInt(id)) !== BigInt(id)) {
    return fail('value_not_allowed', { path: 'cursor', message: 'must be what a page gave for the next one' });
  }
  return ok({ before: { at: new Date(Number(ms)), id: BigInt(id) }, limit });
}

/**
 * The place where a page of entries before `to` begins. An index scan that runs backward starts at this place; from the
 * newest row it would have to walk to a range in the distant past.
 */
export function beginning(before: Place, to: Date): Place {
  return before.at < to ? before : { at: to, id: LEAST_ID };
}

/** Cuts rows to the page. The query reads one row more than the limit, which shows whether another page follows. */
export function cutPage<Row>(
  rows: readonly Row[],
  { limit }: Page,
  placeOf: (row: Row) => Place,
): { rows: readonly Row[]; nextCursor: string | null } {
  const nextCursor = cursorAfter(rows, limit, (last) => cursorOf(placeOf(last)));
  return { rows: rows.slice(0, limit), nextCursor };
}

/** The cursor of the page that begins after a place. */
export function cursorOf({ at, id }: Place): string {
  return `${at.getTime()}-${id}`;
}

/** Cuts rows to the page of a list that answers {items, next}. */
export function cutItems<Row, Item>(
  rows: readonly Row[],
  page: Page,
  placeOf: (row: Row) => Place,
  toResponse: (row: Row) => Item,
): { items: Item[]; next: string | null } {
  const cut = cutPage(rows, page, placeOf);
  return { items: cut.rows.map(toResponse), next: cut.nextCursor };
}

/** The cursor of the next page; null after the last one. The rows were read with one more than a page has. */
export function cursorAfter<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string): string | null {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return last === undefined ? null : cursorOf(last);
}
