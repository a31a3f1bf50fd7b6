import type { CardListItem, InsuranceProduct, Token } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { exidsOf, inUse } from '../../parts/time-line/time-line-queries.ts';
import { useClient } from '../../session/session.ts';

/** The queries of a customer's page. Each part loads separately, so that none waits for another. */
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

interface OfCard<Held> {
  readonly card: CardListItem;
  readonly held: Held;
}

export function useTokensOf(cards: readonly CardListItem[]) {
  const client = useClient();
  return useQuery({
    queryKey: ['tokens', 'of', exidsOf(cards)],
    queryFn: async ({ signal }): Promise<readonly OfCard<Token>[]> => {
      const lists = inUse(cards).map(async (card) => {
        const of = { card_identifier_id: card.card_identifier_id, card_identifier_type: 'EXID' } as const;
        const { tokens } = await client.tokens.list(of, { signal });
        return tokens.map((held) => ({ card, held }));
      });
      return (await Promise.all(lists)).flat();
    },
  });
}

export function useInsurances(cards: readonly CardListItem[]) {
  const client = useClient();
  return useQuery({
    queryKey: ['insurances', 'of', exidsOf(cards)],
    queryFn: async ({ signal }): Promise<readonly OfCard<InsuranceProduct>[]> => {
      const lists = inUse(cards).map(async (card) => {
        const { insurance_products: held } = await client.insurances.list(card.card_identifier_id, {}, { signal });
        return held.map((one) => ({ card, held: one }));
      });
      return (await Promise.all(lists)).flat();
    },
  });
}
