import type { StatisticsPeriod } from '@cardwright/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';
import { knownSince } from './figures.ts';
import type { Span } from './spans.ts';

interface Statistics {
  readonly now: readonly StatisticsPeriod[];
  readonly then: readonly StatisticsPeriod[];
  /** A missing period before this time is unknown. */
  readonly since: number;
}

const AGAIN_MS = 30_000;
const MOST = 1_000;

/** Reads the decisions of a span by deciding rule, and those of the span for comparison. */
export function useStatistics({ by, times, before }: Span) {
  const client = useClient();
  return useQuery<Statistics>({
    queryKey: ['statistics', by, times[0], times.length],
    // While the next hour loads, the earlier data stays valid. The data of another span would be drawn as no decisions.
    placeholderData: (previous, query) => (query?.queryKey[3] === times.length ? previous : undefined),
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => {
      const read = (from: number | undefined, to: number | undefined, split?: 'rule') =>
        client.authorizations
          .statistics({ by, ...(split && { split }), ...limits(from, to), limit: '200' }, { signal })
          .take(MOST);
      const afterBefore = (before.at(-1) ?? 0) + 1;
      const [now, then, earlier] = await Promise.all([
        read(times[0], undefined, 'rule'),
        read(before[0], afterBefore),
        client.authorizations.statistics({ by: 'day', ...limits(undefined, before[0]), limit: '1' }, { signal }),
      ]);
      return { now, then, since: earlier.items.length > 0 ? 0 : knownSince(now, then) };
    },
  });
}

function limits(from: number | undefined, to: number | undefined) {
  const iso = (at: number) => new Date(at).toISOString();
  return { ...(from !== undefined && { from: iso(from) }), ...(to !== undefined && { to: iso(to) }) };
}

/** Reads the decisions of a span by another split. Empty while they load. */
export function useSplit({ by, times }: Span, split: 'mcc' | 'country'): readonly StatisticsPeriod[] {
  const client = useClient();
  const { data = [] } = useQuery({
    queryKey: ['statistics-split', split, by, times[0], times.length],
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) =>
      client.authorizations
        .statistics({ by, split, ...limits(times[0], undefined), limit: '200' }, { signal })
        .take(MOST),
  });
  return data;
}
