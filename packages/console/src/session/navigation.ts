import type { Scope } from '@cardwright/contract';
import {
  BeakerIcon,
  ChecklistIcon,
  CreditCardIcon,
  GraphIcon,
  HistoryIcon,
  type Icon,
  LawIcon,
  ListUnorderedIcon,
  NoteIcon,
  OrganizationIcon,
  PackageIcon,
  PeopleIcon,
  PlugIcon,
  PulseIcon,
  SearchIcon,
  SyncIcon,
  WebhookIcon,
} from '../theme/icons.ts';
import type { WordKey } from '../words/en.ts';
import type { Session } from './session-data.ts';

interface NavigationItem {
  readonly to:
    | '/merchants'
    | '/find'
    | '/overview'
    | '/authorizations'
    | '/token-requests'
    | '/what-if'
    | '/backtest'
    | '/programs'
    | '/merchants/onboarding-rules'
    | '/approvals'
    | '/tasks'
    | '/rules'
    | '/partner'
    | '/webhooks'
    | '/audit'
    | '/networks'
    | '/service'
    | '/team';
  readonly word: WordKey;
  readonly icon: Icon;
  /** A person with any of these scopes can open the screen. */
  readonly scopes: readonly Scope[];
}

const NAVIGATION: readonly NavigationItem[] = [
  { to: '/merchants', word: 'merchants.title', icon: OrganizationIcon, scopes: ['merchants:read'] },
  {
    to: '/find',
    word: 'find.title',
    icon: SearchIcon,
    scopes: ['clients:read', 'cards:read', 'accounts:read', 'merchants:read'],
  },
  {
    to: '/overview',
    word: 'overview.title',
    icon: GraphIcon,
    scopes: ['authorizations:read', 'contract-warnings:read', 'webhooks:read'],
  },
  { to: '/tasks', word: 'tasks.title', icon: ChecklistIcon, scopes: ['tasks:read'] },
  { to: '/authorizations', word: 'authorizations.title', icon: ListUnorderedIcon, scopes: ['authorizations:read'] },
  { to: '/token-requests', word: 'tokenRequest.title', icon: CreditCardIcon, scopes: ['tokens:read'] },
  { to: '/what-if', word: 'whatIf.title', icon: BeakerIcon, scopes: ['authorizations:read'] },
  { to: '/backtest', word: 'backtest.page', icon: HistoryIcon, scopes: ['authorizations:read'] },
  { to: '/programs', word: 'programs.title', icon: PackageIcon, scopes: ['programs:read'] },
  { to: '/rules', word: 'rules.title', icon: LawIcon, scopes: ['programs:read'] },
  { to: '/merchants/onboarding-rules', word: 'approvals.onboardingChange', icon: LawIcon, scopes: ['merchants:read'] },
  { to: '/approvals', word: 'approvals.title', icon: ChecklistIcon, scopes: ['changes:read'] },
  { to: '/partner', word: 'partner.title', icon: PlugIcon, scopes: ['authorizations:read'] },
  { to: '/webhooks', word: 'webhooks.title', icon: WebhookIcon, scopes: ['webhooks:read'] },
  { to: '/audit', word: 'audit.title', icon: NoteIcon, scopes: ['audit:read'] },
  { to: '/service', word: 'service.title', icon: PulseIcon, scopes: ['service:read'] },
  { to: '/networks', word: 'networks.title', icon: SyncIcon, scopes: ['networks:read'] },
  { to: '/team', word: 'people.title', icon: PeopleIcon, scopes: ['people:read'] },
];

/** The items in the order of the side bar. The first is the home screen. */
export function navigationFor({ scopes: granted }: Pick<Session, 'scopes'>): readonly NavigationItem[] {
  return NAVIGATION.filter(({ scopes }) => scopes.some((scope) => granted.includes(scope)));
}
