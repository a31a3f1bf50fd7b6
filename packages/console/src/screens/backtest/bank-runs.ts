import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { isRunning, RUN_POLL_MS } from '../../parts/bank-run/bank-run-queries.ts';
import { parseAssumption } from '../../parts/decision/assumption-fields.tsx';
import { parseRestrictions } from '../../parts/decision/restriction-assumption.ts';
import { dayRange } from '../../parts/value/day-range.ts';
import { useClient, useTimeZone } from '../../session/session.ts';
import type { BacktestSearch } from './backtest-form.tsx';

/** The value for the whole bank in the address. */
export const OF_BANK = 'bank';

/** Whether the backtest is of the whole bank. A run always is. */
export function isOfBank({ of, run }: BacktestSearch): boolean {
  return of === OF_BANK || run !== undefined;
}

/** The assumptions in the form that both operations take. */
export function proposalOf({ set, restrict }: BacktestSearch) {
  return { cardSettings: parseAssumption(set), restrictions: parseRestrictions(restrict) };
}

const RUNS = ['bank-backtests'] as const;

/** Reads the runs of the bank, newest first, and polls while one of them is in progress. */
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

/** Starts a run with the values of the form, and returns its id. */
export function useStart() {
  const client = useClient();
  const cache = useQueryClient();
  const zone = useTimeZone();
  return useMutation({
    mutationFn: async (replayed: BacktestSearch): Promise<string> => {
      const { from, until } = replayed;
      const request = { ...dayRange({ from, to: until }, zone), proposal: proposalOf(replayed) };
      const { backtest_id: run } = await client.backtests.start(request as never);
      return run;
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: RUNS }),
  });
}
