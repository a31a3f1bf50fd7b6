import type { ProvisioningFields } from '@cardwright/contract';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useClient, useHasScope, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { queryOf, type RequestFilters } from './request-filters.ts';

const PAGE_SIZE = '100';

export function useRequests(filters: RequestFilters) {
  const client = useClient();
  const zone = useTimeZone();
  return useInfiniteQuery({
    queryKey: ['token-requests', filters],
    refetchOnWindowFocus: false,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) =>
      client.tokens.listProvisionings(
        { ...queryOf(filters, zone), limit: PAGE_SIZE, ...(cursor && { cursor }) },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** Reads a decision about a request for a token, explained in the language of the page. */
export function useRequest(id: string) {
  const client = useClient();
  const { language } = useWords();
  return useQuery({
    queryKey: ['token-request', id, language],
    queryFn: async ({ signal }) => client.tokens.retrieveProvisioning(id, { explain: language }, { signal }),
  });
}

/** Previews a request as of now. It stores and sends nothing. */
export function usePreview() {
  const client = useClient();
  const { language } = useWords();
  return useMutation({
    mutationFn: async (request: ProvisioningFields) =>
      client.tokens.previewProvisioning(request, { query: { explain: language } }),
  });
}

/** Reads the token that a request got, with its history. */
export function useTokenOf(reference: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: ['token', reference],
    enabled: reference !== null,
    queryFn: async ({ signal }) => client.tokens.retrieve(reference ?? '', { signal }),
  });
}

/** Counts the requests of a period by day. */
export function useStatistics({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  const client = useClient();
  return useQuery({
    queryKey: ['token-requests', 'statistics', from, to],
    enabled: useHasScope('tokens:read'),
    queryFn: async ({ signal }) =>
      client.tokens.provisioningStatistics({ ...(from && { from }), ...(to && { to }) }, { signal }),
  });
}
