import type { BacktestRun } from '@cardwright/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

/** How soon somebody who waits for a run sees how far it is. */
export const RUN_POLL_MS = 2_000;

export function isRunning({ state }: Pick<BacktestRun, 'state'>): boolean {
  return state === 'WAITING' || state === 'RUNNING';
}

/** Under which a run is kept. */
export const bankRunKey = (backtestId: string) => ['bank-backtest', backtestId] as const;

/** A run, asked for again until it has ended; nothing is asked where none is named. */
export function useRun(backtestId: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: bankRunKey(backtestId ?? ''),
    enabled: backtestId !== undefined,
    queryFn: async ({ signal }): Promise<BacktestRun> => client.backtests.retrieve(backtestId ?? '', { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isRunning(data) ? RUN_POLL_MS : false),
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

export function useCancel(backtestId: string) {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async () => client.backtests.cancel(backtestId),
    onSettled: () => cache.invalidateQueries({ queryKey: bankRunKey(backtestId) }),
  });
}
