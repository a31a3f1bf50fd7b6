import type { ListKind, MerchantListSummary } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

/** As many lists as a bank can have. */
const ALL = 1_000;

/** The bank's lists of one kind, by name; none until they have come. */
export function useListNames(kind: ListKind): readonly string[] {
  const client = useClient();
  const { data = [] } = useQuery({
    queryKey: ['merchant-lists', 'names'],
    queryFn: async ({ signal }): Promise<readonly MerchantListSummary[]> =>
      client.merchantLists.list({ limit: '200' }, { signal }).take(ALL),
  });
  return data
    .filter((list) => list.kind === kind)
    .map(({ name }) => name)
    .sort();
}
