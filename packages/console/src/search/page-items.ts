import type { Scope } from '@cardwright/contract';
import type { LinkProps } from '@tanstack/react-router';
import { endSession } from '../session/end-session.ts';
import { navigationFor } from '../session/navigation.ts';
import { recentPages } from '../session/recent-pages.ts';
import { useSession } from '../session/session.ts';
import {
  BroadcastIcon,
  GlobeIcon,
  HistoryIcon,
  type Icon,
  ListUnorderedIcon,
  OrganizationIcon,
  PersonIcon,
  PlusIcon,
  SignOutIcon,
} from '../theme/icons.ts';
import type { WordKey } from '../words/en.ts';
import { useWords } from '../words/language.ts';
import { matchesWords } from './matches-words.ts';
import type { SearchItem } from './search-item.ts';

interface StaticPage {
  readonly to: '/lists' | '/events' | '/merchants/all' | '/my-sessions' | '/rules/new' | '/webhooks/new';
  readonly word: WordKey;
  readonly icon: Icon;
  /** Undefined for a page that every person can open. */
  readonly scope?: Scope;
}

/** Pages that the side bar does not list. */
const OTHER_PAGES: readonly StaticPage[] = [
  { to: '/lists', word: 'lists.title', icon: ListUnorderedIcon, scope: 'programs:read' },
  { to: '/events', word: 'events.title', icon: BroadcastIcon, scope: 'webhooks:read' },
  { to: '/merchants/all', word: 'merchants.all', icon: OrganizationIcon, scope: 'merchants:read' },
  { to: '/my-sessions', word: 'person.sessions', icon: PersonIcon },
];

const FORMS: readonly StaticPage[] = [
  { to: '/rules/new', word: 'rules.add', icon: PlusIcon, scope: 'programs:write' },
  { to: '/webhooks/new', word: 'webhooks.add', icon: PlusIcon, scope: 'webhooks:write' },
];

/** The pages, actions and recent pages of this person whose words match the typed text. */
export function usePageItems(typed: string) {
  const { t, language, speak } = useWords();
  const session = useSession();
  const may = ({ scope }: StaticPage) => scope === undefined || session.scopes.includes(scope);
  const toItem = ({ to, word, icon }: Pick<StaticPage, 'word' | 'icon'> & { readonly to: LinkProps['to'] }) => ({
    id: `page${String(to).replaceAll('/', '-')}`,
    icon,
    title: t(word),
    about: [],
    target: { to } as LinkProps,
  });
  const act = (id: string, icon: Icon, title: string, target: () => void) => ({ id, icon, title, about: [], target });
  const recent = recentPages(session.subject).map(({ href, title }) => ({
    id: `recent-${href}`,
    icon: HistoryIcon,
    title,
    about: [],
    target: { to: href } as LinkProps,
  }));
  const matching = (items: readonly SearchItem[]) =>
    items.filter(({ title, target }) =>
      matchesWords(typed, [title, typeof target === 'function' ? '' : String(target.to)]),
    );
  return {
    recent: matching(recent),
    pages: matching([...navigationFor(session), ...OTHER_PAGES.filter(may)].map(toItem)),
    actions: matching([
      ...FORMS.filter(may).map(toItem),
      act('act-language', GlobeIcon, t('palette.language'), () => speak(language === 'en' ? 'ar' : 'en')),
      act('act-sign-out', SignOutIcon, t('person.signOut'), () => void endSession()),
    ]),
  };
}
