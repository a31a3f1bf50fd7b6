import type { BankRule, ListKind, MerchantListSummary } from '@cardwright/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useKindsForSecondPerson } from '../../parts/decision/second-person.ts';
import { useClient } from '../../session/session.ts';
import { usePages } from '../../session/use-pages.ts';
import { usesList } from './list-entries.ts';

export function useLists() {
  const client = useClient();
  return usePages(['merchant-lists', 'all'], (cursor, options) => client.merchantLists.list(cursor, options));
}

export interface ListWithEntries extends MerchantListSummary {
  readonly entries: readonly string[];
}

export function useList(name: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['merchant-lists', 'one', name],
    queryFn: async ({ signal }): Promise<ListWithEntries> => client.merchantLists.retrieve(name, { signal }),
  });
}

/** The states of versions that are evaluated or can be in the future. */
const STATES = ['LIVE', 'PROPOSED', 'SHADOW', 'DRAFT'] as const;
const MAX_IN_STATE = 200;

/** Reads the rules with an active or pending version that uses this list. */
export function useListUsers(name: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['merchant-lists', 'users', name],
    queryFn: async ({ signal }): Promise<readonly BankRule[]> => {
      const readers = await Promise.all(
        STATES.map((state) => client.rules.list({ state, limit: '200' }, { signal }).take(MAX_IN_STATE)),
      );
      const rules = [...new Map(readers.flat().map((rule) => [rule.rule_id, rule])).values()];
      return rules.filter(({ versions }) =>
        versions.some(({ state, condition }) => state !== 'RETIRED' && usesList(condition, name)),
      );
    },
  });
}

/** Whether a change of the list needs a second person: the bank requires one, and a live rule reads the list. */
export function useNeedsSecondPerson(name: string): boolean {
  const isRequired = useKindsForSecondPerson().includes('list.change');
  const users = useListUsers(name);
  const isLive = users.data?.some(({ versions }) =>
    versions.some(({ state, condition }) => state === 'LIVE' && usesList(condition, name)),
  );
  return isRequired && isLive === true;
}

/** Changes lists. A change is in force when its response arrives, and it invalidates all queries of lists. */
export function useListChanges() {
  const { merchantLists } = useClient();
  const cache = useQueryClient();
  const after = async (request: PromiseLike<MerchantListSummary>) => {
    const list = await request;
    await cache.invalidateQueries({ queryKey: ['merchant-lists'] });
    return list;
  };
  return {
    /** Replaces a list of this name. The caller checks first whether one exists. */
    make: (name: string, kind: ListKind, entries: readonly string[]) =>
      after(merchantLists.replace(name, { kind, entries: [...entries] })),
    add: (name: string, entries: readonly string[], reason: string) =>
      after(merchantLists.update(name, { add: [...entries], ...(reason !== '' && { reason }) })),
    remove: (name: string, entries: readonly string[], reason: string) =>
      after(merchantLists.update(name, { remove: [...entries], ...(reason !== '' && { reason }) })),
  };
}
