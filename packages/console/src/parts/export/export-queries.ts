import type { ExportList } from '@cardwright/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

/** What a page exports. Empty filters are left out. */
export interface ExportDownload {
  readonly list: ExportList;
  readonly query: object;
}

const PROGRESS_EVERY_MS = 1_000;
const QUERY_KEY = ['exports'];

/** The newest exports of the person, with their progress while one of them runs. */
export function useExports() {
  const client = useClient();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => client.exports.list({ limit: '50' }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ ended_at: endedAt }) => endedAt === null) ? PROGRESS_EVERY_MS : false,
  });
}

export function useStartExport() {
  const client = useClient();
  const queries = useQueryClient();
  return async ({ query, ...others }: ExportDownload & { readonly reason?: string }) => {
    const filters = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
    await client.exports.start({ ...others, query: Object.fromEntries(filters) });
    await queries.invalidateQueries({ queryKey: QUERY_KEY });
  };
}

export function useDeleteExport() {
  const client = useClient();
  const queries = useQueryClient();
  return async (id: string) => {
    await client.exports.delete(id);
    await queries.invalidateQueries({ queryKey: QUERY_KEY });
  };
}
