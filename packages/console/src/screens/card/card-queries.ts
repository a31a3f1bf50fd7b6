import type { CardListItem, CardStatus, reissueCard, SetTokenControls, Token } from '@cardwright/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import { useClient, useHasScope } from '../../session/session.ts';

export type ReissueRequest = Static<NonNullable<(typeof reissueCard)['request']>>;

/** Reads a card. Returns null if no card has this EXID. */
export function useCard(exid: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['card', exid],
    queryFn: async ({ signal }): Promise<CardListItem | null> => {
      const { items } = await client.cards.list({ exid }, { signal });
      return items[0] ?? null;
    },
  });
}

export function useTokens(exid: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['tokens', exid],
    enabled: useHasScope('tokens:read'),
    queryFn: async ({ signal }) =>
      client.tokens.list({ card_identifier_id: exid, card_identifier_type: 'EXID' }, { signal }),
  });
}

const REQUEST_LIMIT = '5';

export function useTokenRequests(exid: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['token-requests', 'of', exid],
    enabled: useHasScope('tokens:read'),
    queryFn: async ({ signal }) => client.tokens.listProvisionings({ card: exid, limit: REQUEST_LIMIT }, { signal }),
  });
}

/** Reads the controls of a token, and replaces them. */
export function useTokenControls(reference: string, exid: string) {
  const client = useClient();
  const cache = useQueryClient();
  const queryKey = ['token-controls', reference];
  return {
    query: useQuery({ queryKey, queryFn: async ({ signal }) => client.tokens.controls(reference, { signal }) }),
    set: async (controls: SetTokenControls) => {
      await client.tokens.setControls(reference, controls);
      await Promise.all(
        [queryKey, ['tokens', exid], ['limits']].map((key) => cache.invalidateQueries({ queryKey: key })),
      );
    },
  };
}

/** Changes a card and its tokens, and invalidates their queries. */
export function useCardChanges(exid: string) {
  const client = useClient();
  const cache = useQueryClient();
  const again = async () => {
    await Promise.all(
      [['card', exid], ['tokens', exid], ['cards']].map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
  };
  return {
    setStatus: async (value: CardStatus) => {
      await client.cards.updateStatus({
        card_identifier_id: exid,
        card_identifier_type: 'EXID',
        status: { type: 'card_status', value },
      });
      await again();
    },
    reissue: async (request: ReissueRequest) => {
      await client.cards.reissue(exid, request);
      await again();
    },
    suspend: async ({ token_reference: reference }: Token, reason_code: string) => {
      await client.tokens.suspend(reference, { requested_by: 'ISSUER', reason_code });
      await again();
    },
    resume: async ({ token_reference: reference }: Token, reason_code: string) => {
      await client.tokens.resume(reference, { requested_by: 'ISSUER', reason_code });
      await again();
    },
  };
}
