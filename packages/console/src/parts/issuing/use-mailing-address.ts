import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';
import { type AddressDraft, mailingAddressOf } from './address.ts';

/** A mailing address: masked for roles that do not see personal data, or undefined if the record has none. */
export type MailingAddress = AddressDraft | 'MASKED' | undefined;

/** Reads the mailing address of a customer, and the name that cards show. Shares the query of the customer's page. */
export function useMailingAddress(customerId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['customer', customerId],
    queryFn: async ({ signal }) => client.clients.retrieve(customerId, { signal }),
    select: (customer): { readonly cardName: string; readonly address: MailingAddress } => ({
      cardName: customer.card_name,
      address: customer.personal_data === 'MASKED' ? 'MASKED' : mailingAddressOf(customer),
    }),
  });
}
