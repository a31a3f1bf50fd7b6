import type { BacktestRun } from '@cardwright/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

/** The interval at which the progress of a run is polled. */
export const RUN_POLL_MS = 2_000;

export function isRunning({ state }: Pick<BacktestRun, 'state'>): boolean {
  return state === 'WAITING' || state === 'RUNNING';
}

/** The query key of a run. */
export const bankRunKey = (backtestId: string) => ['bank-backtest', backtestId] as const;

/** Reads a run, and polls it until it ends. Without an id it reads nothing. */
export function useRun(backtestId: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: bankRunKey(backtestId ?? ''),
    enabled: backtestId !== undefined,
    queryFn: async ({ signal }): Promise<BacktestRun> => client.backtests.retrieve(backtestId ?? '', { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isRunning(data) ? RUN_POLL_MS : false),
  });
}

/** Reads the differences that an ended run found. */
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
