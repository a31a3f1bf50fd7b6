import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { isRunning, RUN_POLL_MS } from '../../parts/bank-run/bank-run-queries.ts';
import { parseAssumption } from '../../parts/decision/assumption-fields.tsx';
import { parseRestrictions } from '../../parts/decision/restriction-assumption.ts';
import { dayRange } from '../../parts/value/day-range.ts';
import { useClient, useTimeZone } from '../../session/session.ts';
import type { BacktestSearch } from './backtest-form.tsx';

/** As the address calls the whole bank. */
export const OF_BANK = 'bank';

/** A run is always one of a whole bank. */
export function isOfBank({ of, run }: BacktestSearch): boolean {
  return of === OF_BANK || run !== undefined;
}

/** What is assumed, as both operations take it. */
export function proposalOf({ set, restrict }: BacktestSearch) {
  return { cardSettings: parseAssumption(set), restrictions: parseRestrictions(restrict) };
}

const RUNS = ['bank-backtests'] as const;

/** The runs of the bank, newest first, asked for again while one of them goes on. */
export function useRuns() {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: RUNS,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => client.backtests.list({ ...(cursor && { cursor }) }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isRunning)) === true ? RUN_POLL_MS : false,
  });
}

/** Starts a run as it is asked for in the form, and answers its id. */
export function useStart() {
  const client = useClient();
  const cache = useQueryClient();
  const zone = useTimeZone();
  return useMutation({
    mutationFn: async (replayed: BacktestSearch): Promise<string> => {
      const { from, until } = replayed;
      const asked = { ...dayRange({ from, to: until }, zone), proposal: proposalOf(replayed) };
      const { backtest_id: run } = await client.backtests.start(asked as never);
      return run;
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: RUNS }),
  });
}
