import type { DeclineReport } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';
import type { Span } from './spans.ts';
import { AGAIN_MS } from './use-declines.ts';

/** Reads which merchants have the most declines of a span, and which are under attack. */
export function useDeclineReport({ by, times }: Span) {
  const client = useClient();
  const { data } = useQuery<DeclineReport>({
    queryKey: ['decline-report', by, times[0], times.length],
    placeholderData: (previous, query) => (query?.queryKey[3] === times.length ? previous : undefined),
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) =>
      await client.authorizations.declineReport({ from: new Date(times[0] ?? 0).toISOString() }, { signal }),
  });
  return data;
}
