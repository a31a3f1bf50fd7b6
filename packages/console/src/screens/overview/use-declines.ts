import type { AuthorizationListItem } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';
import type { Span } from './spans.ts';

export const AGAIN_MS = 30_000;
const PAGE = '200';
/** The figures of card ranges come from the newest declines, because no statistics count them. */
export const MAX_DECLINES = 1_000;

/** Reads the newest declines of a span. */
export function useDeclines({ by, times }: Span) {
  const client = useClient();
  return useQuery<readonly AuthorizationListItem[]>({
    queryKey: ['declines', by, times[0], times.length],
    placeholderData: (previous, query) => (query?.queryKey[3] === times.length ? previous : undefined),
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) =>
      client.authorizations
        .list({ state: 'DECLINED', from: new Date(times[0] ?? 0).toISOString(), limit: PAGE }, { signal })
        .take(MAX_DECLINES),
  });
}
