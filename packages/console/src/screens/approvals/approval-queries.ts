import type { ChangeRequest, ChangeState } from '@cardwright/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

/** The interval at which waiting requests are polled. */
const POLL_MS = 30_000;

export function useChangeRequests(state: ChangeState | undefined) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['change-requests', state],
    refetchInterval: POLL_MS,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) =>
      client.changeRequests.list({ ...(state && { state }), ...(cursor && { cursor }) }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** Decides change requests. What an approval changes is read again. */
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
    approve: (id: string, reason: string) => after(changeRequests.approve(id, why(reason))),
    reject: (id: string, reason: string) => after(changeRequests.reject(id, { reason })),
    withdraw: (id: string, reason: string) => after(changeRequests.withdraw(id, why(reason))),
    breakGlass: (id: string, reason: string) => after(changeRequests.breakGlass(id, { reason })),
  };
}
