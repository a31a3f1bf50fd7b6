import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

/** Reads the products of the bank. Shares the query of the programs. */
export function useProducts(enabled = true) {
  const client = useClient();
  return useQuery({
    queryKey: ['programs'],
    enabled,
    queryFn: async ({ signal }) => (await client.programs.list({ signal })).items,
  });
}
