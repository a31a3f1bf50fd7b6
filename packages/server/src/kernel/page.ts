import { MOST_PER_PAGE, USUAL_PER_PAGE } from '@cardwright/contract';
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

const START: Place = { at: new Date('9999-12-31T00:00:00Z'), id: 0n };
const CURSOR = /^(\d{13})-(\d{1,18})$/;

/** The requested page of a list: `value_not_allowed` for a limit out of range, or a cursor that no page returned. */
export function readPage(query: { limit?: unknown; cursor?: string }): Result<Page, 'value_not_allowed'> {
  const limit = query.limit === undefined ? USUAL_PER_PAGE : Number(query.limit);
  if (!(limit >= 1 && limit <= MOST_PER_PAGE)) {
    return fail('value_not_allowed', { path: 'limit', message: `must be 1 to ${MOST_PER_PAGE}` });
  }
  if (query.cursor === undefined) return ok({ before: START, limit });
  const [, ms, id] = CURSOR.exec(query.cursor) ?? [];
  if (ms === undefined || id === undefined) {
    return fail('value_not_allowed', { path: 'cursor', message: 'must be the next_cursor of a page' });
  }
  return ok({ before: { at: new Date(Number(ms)), id: BigInt(id) }, limit });
}

/** Cuts rows to the page. The query reads one row more than the limit, which shows whether another page follows. */
export function cutPage<Row>(
  rows: readonly Row[],
  { limit }: Page,
  placeOf: (row: Row) => Place,
): { rows: readonly Row[]; nextCursor: string | null } {
  const nextCursor = cursorAfter(rows, limit, (last) => {
    const { at, id } = placeOf(last);
    return `${at.getTime()}-${id}`;
  });
  return { rows: rows.slice(0, limit), nextCursor };
}

/** Where the next page begins, of rows that were read with one more than a page has. */
export function cursorAfter<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string): string | null {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return last === undefined ? null : cursorOf(last);
}
