import type { CardListItem, InsuranceProduct, Token } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient, useHasScope } from '../../session/session.ts';
import { customerEvents } from './customer-events.ts';

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

/** The maximum number of cards that are read here. Further cards have their own pages. */
const MAX_CARDS = 6;
const MAX_TOKENS = 12;
const ENTRIES = '60';

interface OfCard<Held> {
  readonly card: CardListItem;
  readonly held: Held;
}

/** Excludes replaced cards, because their tokens and insurance belong to the new cards. */
function inUse(cards: readonly CardListItem[]): readonly CardListItem[] {
  return cards.filter(({ card_status: status }) => status !== 'REPLACED').slice(0, MAX_CARDS);
}

function exidsOf(cards: readonly CardListItem[]): readonly string[] {
  return inUse(cards).map(({ card_identifier_id: exid }) => exid);
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

/** Reads the histories of the accounts, and those of the tokens if the person can read them. */
export function useCustomerEvents(accountNumbers: readonly string[], cards: readonly CardListItem[]) {
  const client = useClient();
  const mayReadTokens = useHasScope('tokens:read');
  return useQuery({
    queryKey: ['events', accountNumbers, exidsOf(cards)],
    queryFn: async ({ signal }) => {
      const histories = accountNumbers.map(async (accountNumber) => {
        const { items, next } = await client.accounts.history(accountNumber, { limit: ENTRIES }, { signal });
        return { accountNumber, items, next };
      });
      const lists = (mayReadTokens ? exidsOf(cards) : []).map(async (exid) => {
        const of = { card_identifier_id: exid, card_identifier_type: 'EXID' } as const;
        return (await client.tokens.list(of, { signal })).tokens;
      });
      const tokens = (await Promise.all(lists)).flat().slice(0, MAX_TOKENS);
      const whole = tokens.map(async ({ token_reference: reference }) => client.tokens.retrieve(reference, { signal }));
      return customerEvents(await Promise.all(histories), await Promise.all(whole));
    },
  });
}
