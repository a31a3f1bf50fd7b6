import { useQuery } from '@tanstack/react-query';
import { endpointName } from '../parts/event/endpoint-health.ts';
import { useClient, useHasScope } from '../session/session.ts';
import { LawIcon, ListUnorderedIcon, WebhookIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';
import { matchesWords } from './matches-words.ts';
import type { SearchItem } from './search-item.ts';

const MINUTE_MS = 60_000;
/** The maximum number of rules and of lists of a bank. */
const ALL = 1_000;
const MAX_ITEMS = 8;

/** The rules, merchant lists and webhook endpoints whose names match. The palette reads their names once a minute. */
export function useNamedItems(typed: string): { items: readonly SearchItem[]; isBusy: boolean } {
  const { t } = useWords();
  const client = useClient();
  const isTyped = typed.trim().length > 1;
  const ofPrograms = { enabled: useHasScope('programs:read') && isTyped, staleTime: MINUTE_MS };
  const rules = useQuery({
    ...ofPrograms,
    queryKey: ['rules', 'names'],
    queryFn: async ({ signal }) => client.rules.list({ limit: '200' }, { signal }).take(ALL),
  });
  const lists = useQuery({
    ...ofPrograms,
    queryKey: ['merchant-lists', 'names'],
    queryFn: async ({ signal }) => client.merchantLists.list({ limit: '200' }, { signal }).take(ALL),
  });
  const endpoints = useQuery({
    queryKey: ['webhooks', 'endpoints'],
    enabled: useHasScope('webhooks:read') && isTyped,
    queryFn: async ({ signal }) => client.webhookEndpoints.list({ signal }),
  });
  const items = [
    ...(rules.data ?? []).map(({ rule_id: ruleId, name }) => ({
      id: `rule-${ruleId}`,
      icon: LawIcon,
      title: name,
      about: [t('found.rule')],
      target: { to: '/rules/$ruleId', params: { ruleId } } as const,
    })),
    ...(lists.data ?? []).map(({ name }) => ({
      id: `list-${name}`,
      icon: ListUnorderedIcon,
      title: name,
      about: [t('found.list')],
      target: { to: '/lists/$name', params: { name } } as const,
    })),
    ...(endpoints.data?.endpoints ?? []).map((endpoint) => ({
      id: `endpoint-${endpoint.endpoint_id}`,
      icon: WebhookIcon,
      title: endpointName(endpoint),
      about: [t('found.endpoint'), endpoint.url],
      target: { to: '/webhooks/$endpointId', params: { endpointId: endpoint.endpoint_id } } as const,
    })),
  ];
  const matches = items.filter(({ title, about }) => matchesWords(typed, [title, ...about]));
  return {
    items: isTyped ? matches.slice(0, MAX_ITEMS) : [],
    isBusy: [rules, lists, endpoints].some(({ isLoading }) => isLoading),
  };
}
