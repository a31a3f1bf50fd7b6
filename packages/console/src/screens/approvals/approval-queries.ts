import type { ChangeRequest, ChangeState } from '@cardwright/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

/** The interval at which waiting requests are polled, and the shorter interval while one of them is being analyzed. */
const POLL_MS = 30_000;
const ANALYSIS_POLL_MS = 2_000;

export function useChangeRequests(state: ChangeState | undefined) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['change-requests', state],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) =>
      client.changeRequests.list({ ...(state && { state }), ...(cursor && { cursor }) }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state: { data } }) => (data?.pages.some(isAnalyzed) ? ANALYSIS_POLL_MS : POLL_MS),
  });
}

/** One change request, in any state. */
export function useChangeRequest(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['change-request', id],
    queryFn: async ({ signal }) => client.changeRequests.retrieve(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isAnalyzed({ items: [data] }) ? ANALYSIS_POLL_MS : POLL_MS),
  });
}

function isAnalyzed({ items }: { readonly items: readonly ChangeRequest[] }): boolean {
  return items.some(({ state, analysis }) => state === 'PENDING' && analysis?.state === 'PENDING');
}

/** Decides change requests, and invalidates the queries that an approval affects. */
export function useDecisions() {
  const { changeRequests } = useClient();
  const cache = useQueryClient();
  const after = async (call: PromiseLike<ChangeRequest>) => {
    const request = await call;
    await cache.invalidateQueries();
    return request;
  };
  const why = (reason: string) => (reason === '' ? {} : { reason });
  return {
    approve: (id: string, reason: string, override: string | undefined) =>
      after(
        changeRequests.approve(id, { ...why(reason), ...(override !== undefined && { override_check_id: override }) }),
      ),
    reject: (id: string, reason: string) => after(changeRequests.reject(id, { reason })),
    withdraw: (id: string, reason: string) => after(changeRequests.withdraw(id, why(reason))),
    breakGlass: (id: string, reason: string) => after(changeRequests.breakGlass(id, { reason })),
  };
}
