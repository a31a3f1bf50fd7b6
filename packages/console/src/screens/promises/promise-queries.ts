import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

export function usePromises() {
  const client = useClient();
  return useQuery({
    queryKey: ['promises'],
    queryFn: async ({ signal }) => client.rules.listPromises({ signal }),
  });
}

/** Changes promises, and invalidates their queries. Checks of proposals follow the promises. */
export function usePromiseChanges() {
  const { rules } = useClient();
  const cache = useQueryClient();
  const after = async (change: PromiseLike<unknown>): Promise<void> => {
    await change;
    await cache.invalidateQueries({ queryKey: ['promises'] });
    await cache.invalidateQueries({ queryKey: ['rules'] });
  };
  return {
    replace: (name: string, body: Parameters<typeof rules.replacePromise>[1]) =>
      after(rules.replacePromise(name, body)),
    remove: (name: string, reason: string) => after(rules.deletePromise(name, { reason })),
  };
}
