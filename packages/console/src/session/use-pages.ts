import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

/** A page of a list, with the cursor of the next one in either spelling of the interface. */
interface Page {
  readonly next?: string | null;
  readonly next_cursor?: string | null;
}

/** Reads a list page by page. The query of the first page has no cursor. */
export function usePages<P extends Page>(
  queryKey: QueryKey,
  read: (query: { readonly cursor?: string }, options: { readonly signal: AbortSignal }) => PromiseLike<P>,
) {
  return useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => read(cursor === undefined ? {} : { cursor }, { signal }),
    getNextPageParam: (page) => page.next ?? page.next_cursor ?? undefined,
  });
}
