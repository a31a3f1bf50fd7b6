import type { BacktestRun } from '@cardwright/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readAssumption } from '../../parts/assumed-settings.tsx';
import { dayRange } from '../../parts/day-range.ts';
import { readRestrictions } from '../../parts/restriction-assumption.ts';
import { useClient, useTimeZone } from '../../session/session.ts';
import type { Replayed } from './backtest-form.tsx';

/** How soon somebody who waits for a run sees how far it is. */
const AGAIN_MS = 2_000;
/** As the address calls the whole bank. */
export const OF_BANK = 'bank';

/** A run is always one of a whole bank. */
export function isOfBank({ of, run }: Replayed): boolean {
  return of === OF_BANK || run !== undefined;
}

export function isGoingOn({ state }: Pick<BacktestRun, 'state'>): boolean {
  return state === 'WAITING' || state === 'RUNNING';
}

const keyOf = (backtestId: string) => ['bank-backtest', backtestId] as const;

/** What is assumed, as both operations take it. */
export function proposalOf({ set, restrict }: Replayed) {
  return { cardSettings: readAssumption(set), restrictions: readRestrictions(restrict) };
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
      data?.pages.some(({ items }) => items.some(isGoingOn)) === true ? AGAIN_MS : false,
  });
}

/** A run, asked for again until it has ended. */
export function useRun(backtestId: string) {
  const client = useClient();
  return useQuery({
    queryKey: keyOf(backtestId),
    queryFn: async ({ signal }): Promise<BacktestRun> => client.backtests.retrieve(backtestId, { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isGoingOn(data) ? AGAIN_MS : false),
  });
}

/** What a run that has ended found, one by one. */
export function useDifferences(backtestId: string) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['bank-differences', backtestId],
    initialPageParam: undefined as string | undefined,
    refetchOnWindowFocus: false,
    queryFn: async ({ pageParam: cursor, signal }) =>
      client.backtests.listDifferences(backtestId, { ...(cursor && { cursor }) }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** Starts a run as it is asked for in the form, and answers its id. */
export function useStart() {
  const client = useClient();
  const cache = useQueryClient();
  const zone = useTimeZone();
  return useMutation({
    mutationFn: async (replayed: Replayed): Promise<string> => {
      const { from, until } = replayed;
      const asked = { ...dayRange({ from, to: until }, zone), proposal: proposalOf(replayed) };
      const { backtest_id: run } = await client.backtests.start(asked as never);
      return run;
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: RUNS }),
  });
}

export function useCancel(backtestId: string) {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async () => client.backtests.cancel(backtestId),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(backtestId) }),
  });
}
