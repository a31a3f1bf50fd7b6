import type { CardListItem } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { formatMaskedPan } from '../parts/card/card-tiles.tsx';
import { recentPages } from '../session/recent-pages.ts';
import { useClient, useHasScope, useSession } from '../session/session.ts';
import { LockIcon, UnlockIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';
import type { CardCommand } from './parse-card-command.ts';
import type { SearchItem } from './search-item.ts';

export interface ChosenChange {
  readonly action: CardCommand['action'];
  readonly card: CardListItem;
}

/** Reads the cards that this person opened recently. Four digits alone match too many cards, so they refer to these. */
function useRecentCards(digits: string | undefined) {
  const client = useClient();
  const { subject } = useSession();
  const exids = recentPages(subject).flatMap(({ href, title }) => {
    const [, exid] = /^\/cards\/(\d+)/.exec(href) ?? [];
    return exid !== undefined && (digits === '' || (digits !== undefined && title.endsWith(digits))) ? [exid] : [];
  });
  return useQuery({
    queryKey: ['cards', 'recent', exids],
    enabled: exids.length > 0 && /^\d{0,4}$/.test(digits ?? 'none'),
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(exids.map(async (exid) => client.cards.list({ exid }, { signal })));
      return pages.flatMap(({ items }) => items);
    },
  });
}

/** The cards that a command applies to, as actions: those that were found, and those that were opened recently. */
export function useCardCommands(
  command: CardCommand | undefined,
  found: readonly CardListItem[],
  choose: (change: ChosenChange) => void,
): { items: readonly SearchItem[]; isBusy: boolean } {
  const { t } = useWords();
  const mayUnblock = useHasScope('cards:write');
  const mayBlock = useHasScope('cards:block') || mayUnblock;
  const recent = useRecentCards(command?.card);
  if (command === undefined || !(command.action === 'block' ? mayBlock : mayUnblock)) {
    return { items: [], isBusy: false };
  }
  const { action } = command;
  const cards = new Map([...(recent.data ?? []), ...found].map((card) => [card.card_identifier_id, card]));
  const items = [...cards.values()]
    .filter(({ card_status: status }) => status === (action === 'block' ? 'ACTIVE' : 'BLOCKED'))
    .map((card) => ({
      id: `${action}-${card.card_identifier_id}`,
      icon: action === 'block' ? LockIcon : UnlockIcon,
      title: t(action === 'block' ? 'palette.block' : 'palette.unblock', { card: formatMaskedPan(card.card_number) }),
      about: [card.cardholder_name, card.product_code],
      target: () => choose({ action, card }),
    }));
  return { items, isBusy: recent.isLoading };
}
