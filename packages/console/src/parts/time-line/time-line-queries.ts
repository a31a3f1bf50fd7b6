import type { CardListItem } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient, useHasScope } from '../../session/session.ts';
import { mergeEvents } from './merge-events.ts';

/** The maximum number of cards that are read here. Further cards have their own pages. */
const MAX_CARDS = 6;
const MAX_TOKENS = 12;
const ENTRIES = '60';

/** Excludes replaced cards, because their tokens and insurance belong to the new cards. */
export function inUse(cards: readonly CardListItem[]): readonly CardListItem[] {
  return cards.filter(({ card_status: status }) => status !== 'REPLACED').slice(0, MAX_CARDS);
}

export function exidsOf(cards: readonly CardListItem[]): readonly string[] {
  return inUse(cards).map(({ card_identifier_id: exid }) => exid);
}

/** Reads the histories of the accounts, and those of the tokens if the person can read them. */
export function useTimeLine(accountNumbers: readonly string[], cards: readonly CardListItem[]) {
  const client = useClient();
  const mayReadTokens = useHasScope('tokens:read');
  return useQuery({
    queryKey: ['time-line', accountNumbers, exidsOf(cards)],
    queryFn: async ({ signal }) => {
      const histories = accountNumbers.map(async (accountNumber) => {
        const { items, next } = await client.accounts.history(accountNumber, { limit: ENTRIES }, { signal });
        return { accountNumber, items, next };
      });
      const lists = (mayReadTokens ? exidsOf(cards) : []).map(async (exid) => {
        const of = { card_identifier_id: exid, card_identifier_type: 'EXID' } as const;
        return (await client.tokens.list(of, { signal })).tokens;
      });
      // Waits for both together, so that no rejection of an aborted read stays unhandled.
      const [accounts, found] = await Promise.all([Promise.all(histories), Promise.all(lists)]);
      const tokens = found.flat().slice(0, MAX_TOKENS);
      const whole = tokens.map(async ({ token_reference: reference }) => client.tokens.retrieve(reference, { signal }));
      return mergeEvents(accounts, await Promise.all(whole));
    },
  });
}
