import type { AuthorizationListItem } from '@cardwright/contract';
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient, useTimeZone } from '../../session/session.ts';
import { keyOfDecision } from './decision-key.ts';
import { type Filters, queryOf } from './filters.ts';

const AGAIN_MS = 5_000;
const MOST = '200';

type Row = AuthorizationListItem;

interface DecisionPage {
  readonly items: readonly Row[];
  readonly next: string | null;
}

/**
 * Polls for decisions that are newer than the list, every few seconds while the page is visible. They are only counted,
 * so that the list does not move until the user wants it to.
 */
export function useNewDecisions(filters: Filters, rows: readonly Row[] | undefined) {
  const client = useClient();
  const zone = useTimeZone();
  const cache = useQueryClient();
  const listKey = ['authorizations', filters];
  const [newest] = rows ?? [];
  const { data } = useQuery({
    queryKey: ['newer-authorizations', filters, newest && keyOfDecision(newest)],
    // A list with an end day gets no new decisions.
    enabled: rows !== undefined && filters.to === undefined,
    initialData: NOTHING,
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }): Promise<DecisionPage> => {
      const since = newest && { from: newest.decided_at };
      const query = { ...queryOf(filters, zone), ...since, limit: MOST };
      const { items, next } = await client.authorizations.list(query, { signal });
      return { items: newerThan(items, rows ?? []), next };
    },
  });
  const load = async () => {
    // If there is more than one page of new decisions, reload the list.
    if (data.next !== null) return cache.resetQueries({ queryKey: listKey });
    cache.setQueryData(listKey, (before: InfiniteData<DecisionPage> | undefined) => before && withNewer(before, data));
  };
  return { count: data.items.length, hasMore: data.next !== null, load };
}

const NOTHING: DecisionPage = { items: [], next: null };

function newerThan(items: readonly Row[], displayed: readonly Row[]): readonly Row[] {
  const known = new Set(displayed.map(keyOfDecision));
  return items.filter((row) => !known.has(keyOfDecision(row)));
}

function withNewer(before: InfiniteData<DecisionPage>, { items }: DecisionPage): InfiniteData<DecisionPage> {
  const [first, ...rest] = before.pages;
  return first === undefined
    ? before
    : { ...before, pages: [{ ...first, items: [...items, ...first.items] }, ...rest] };
}
