import { CardwrightError } from '@cardwright/sdk/browser';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient, useHasScope } from '../session/session.ts';
import { parseQuery } from './parse-query.ts';

const LIMIT_OF_EACH = '10';

/** Searches the lists of the interface for a text. It skips lists that the person cannot read. */
export function useSearchResults(typed: string) {
  const client = useClient();
  const may = {
    clients: useHasScope('clients:read'),
    accounts: useHasScope('accounts:read'),
    cards: useHasScope('cards:read'),
    decisions: useHasScope('authorizations:read'),
    merchants: useHasScope('merchants:read'),
    tokens: useHasScope('tokens:read'),
  };
  const query = parseQuery(typed);
  const { clients, cards, account, decision, tokenRequest } = query;
  const isRequested = [clients, cards, account, decision, tokenRequest].some((each) => each !== undefined);
  const results = useQuery({
    queryKey: ['found', query, may],
    enabled: isRequested,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const options = { signal };
      const [ofClients, ofCards, ofAccount, ofDecision, ofMerchants, ofRequest] = await Promise.all([
        clients !== undefined && may.clients
          ? client.clients.list({ q: clients, limit: LIMIT_OF_EACH }, options)
          : NONE,
        cards !== undefined && may.cards ? client.cards.list({ ...cards, limit: LIMIT_OF_EACH }, options) : NONE,
        account !== undefined && may.accounts ? orNothing(client.accounts.retrieve(account, {}, options)) : undefined,
        decision !== undefined && may.decisions
          ? orNothing(client.authorizations.retrieve(decision, {}, options))
          : undefined,
        // People search for merchants as for customers, by name or id.
        clients !== undefined && may.merchants
          ? client.merchants.list({ q: clients, limit: LIMIT_OF_EACH }, options)
          : { merchants: [] },
        tokenRequest !== undefined && may.tokens
          ? orNothing(client.tokens.retrieveProvisioning(tokenRequest, {}, options))
          : undefined,
      ]);
      return {
        clients: ofClients.items,
        cards: ofCards.items,
        account: ofAccount,
        decision: ofDecision,
        tokenRequest: ofRequest,
        merchants: ofMerchants.merchants,
      };
    },
  });
  return { query, found: results, isRequested };
}

export type FoundRecords = NonNullable<ReturnType<typeof useSearchResults>['found']['data']>;

const NONE = { items: [] };

/** Treats an unknown or invalid name as no result, which is common in a search. */
async function orNothing<T>(request: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof CardwrightError && (error.kind === 'NOT_FOUND' || error.kind === 'REQUEST')) return undefined;
    throw error;
  }
}
