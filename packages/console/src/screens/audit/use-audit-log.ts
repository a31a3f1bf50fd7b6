import { type AuditRow, OPERATIONS } from '@cardwright/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dayRange } from '../../parts/value/day-range.ts';
import { useClient, useTimeZone } from '../../session/session.ts';
import { type AuditSelection, isSelected, sentFilters } from './audit-selection.ts';

const PAGE = '200';
/** The rows to find before the person asks for more, and the pages to look through for them. */
const ENOUGH_ROWS = 20;
const MAX_PAGES = 5;

export const OPERATION_IDS = OPERATIONS.map(({ id }) => id);

/** Reads the selected rows of the log. Most rows are reads, so that one page can hold few changes. */
export function useAuditLog(filters: AuditSelection) {
  const client = useClient();
  const zone = useTimeZone();
  const sent = { ...sentFilters(filters, OPERATION_IDS), ...dayRange(filters, zone) };
  const log = useInfiniteQuery({
    queryKey: ['audit', sent],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) =>
      client.audit.list({ ...sent, limit: PAGE, ...(cursor && { cursor }) }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const pages = log.data?.pages ?? [];
  const select = ({ items }: { items: readonly AuditRow[] }) => items.filter((row) => isSelected(row, filters));
  const rows = pages.flatMap(select);
  const needsMore = rows.length < ENOUGH_ROWS && pages.length > 0 && pages.length < MAX_PAGES;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = log;
  useEffect(() => {
    if (needsMore && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [needsMore, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { log, rows, select, zone };
}
