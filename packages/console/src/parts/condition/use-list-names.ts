import type { ListKind, MerchantListSummary } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

/** The maximum number of lists of a bank. */
const ALL = 1_000;

/** The names of the bank's lists of one kind. Empty until they have loaded. */
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
