import { CardwrightError } from '@cardwright/sdk/browser';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient, useMay } from '../session/session.ts';
import { soughtBy } from './sought.ts';

const SHOWN_OF_EACH = '10';

/** What the lists of the interface find for a text; a list that the person may not read is not asked. */
export function useFound(typed: string) {
  const client = useClient();
  const may = {
    clients: useMay('clients:read'),
    accounts: useMay('accounts:read'),
    cards: useMay('cards:read'),
    decisions: useMay('authorizations:read'),
    merchants: useMay('merchants:read'),
  };
  const sought = soughtBy(typed);
  const { clients, cards, account, decision } = sought;
  const found = useQuery({
    queryKey: ['found', sought, may],
    enabled: [clients, cards, account, decision].some((each) => each !== undefined),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const options = { signal };
      const [ofClients, ofCards, ofAccount, ofDecision, ofMerchants] = await Promise.all([
        clients !== undefined && may.clients
          ? client.clients.list({ q: clients, limit: SHOWN_OF_EACH }, options)
          : NONE,
        cards !== undefined && may.cards ? client.cards.list({ ...cards, limit: SHOWN_OF_EACH }, options) : NONE,
        account !== undefined && may.accounts ? orNothing(client.accounts.retrieve(account, {}, options)) : undefined,
        decision !== undefined && may.decisions
          ? orNothing(client.authorizations.retrieve(decision, {}, options))
          : undefined,
        // people look for merchants as they do for customers: by a name or an id
        clients !== undefined && may.merchants
          ? client.merchants.list({ q: clients, limit: SHOWN_OF_EACH }, options)
          : { merchants: [] },
      ]);
      return {
        clients: ofClients.items,
        cards: ofCards.items,
        account: ofAccount,
        decision: ofDecision,
        merchants: ofMerchants.merchants,
      };
    },
  });
  return { sought, found };
}

export type Found = NonNullable<ReturnType<typeof useFound>['found']['data']>;

const NONE = { items: [] };

/** Nothing by that name is what a search often finds. */
async function orNothing<T>(asked: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CardwrightError && (error.kind === 'NOT_FOUND' || error.kind === 'REQUEST')) return undefined;
    throw error;
  }
}
