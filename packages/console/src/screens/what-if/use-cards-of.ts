import type { CardListItem } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

/** Reads the card with this EXID, or the cards of this account. */
export function useCardsOf(of: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['cards', 'of', of],
    enabled: of !== undefined,
    queryFn: async ({ signal }): Promise<readonly CardListItem[]> => {
      const named = of ?? '';
      const byExid = /^\d{16,20}$/.test(named) ? await client.cards.list({ exid: named }, { signal }) : undefined;
      if (byExid !== undefined && byExid.items.length > 0) return byExid.items;
      const { items } = await client.cards.list({ account_number: named }, { signal });
      return items;
    },
  });
}
