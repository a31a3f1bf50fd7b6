import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

/** What a customer's page shows, each part asked for by itself, so that none waits for another. */
export function useCustomer(customerId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['customer', customerId],
    queryFn: async ({ signal }) => client.clients.retrieve(customerId, { signal }),
  });
}

export function useAccounts(customerId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['accounts', { customerId }],
    queryFn: async ({ signal }) => client.accounts.list({ customer_id: customerId }, { signal }),
  });
}

export function useCards(customerId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['cards', { customerId }],
    queryFn: async ({ signal }) => client.cards.list({ customer_id: customerId }, { signal }),
  });
}
