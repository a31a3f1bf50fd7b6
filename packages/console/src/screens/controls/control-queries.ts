import type { ProposedRestriction } from '@cardwright/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';
import type { SettingsResponse, SettingValues } from './settings-draft.ts';

/** The interval at which changes by others and the usage of limits appear. */
const AGAIN_MS = 10_000;

/** Reads the settings of an account, which the interface identifies by one of its cards. */
export function useSettings(exid: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['settings', exid],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }): Promise<SettingsResponse> =>
      client.cardSettings.retrieve({ accountNumber: exid }, { signal }),
  });
}

export function useRestrictions(exid: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['restrictions', exid],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      client.restrictions.retrieve({ card_identifier_id: exid, card_identifier_type: 'EXID' }, { signal }),
  });
}

/** A restriction of one card in the form. */
export type RestrictionRequest = Omit<ProposedRestriction, 'card_identifier_id'>;

export function useControlChanges(exid: string) {
  const client = useClient();
  const cache = useQueryClient();
  const again = (name: string) => cache.invalidateQueries({ queryKey: [name, exid] });
  return {
    /**
     * Saves with the checksum of the displayed settings, so that it never overwrites a change that someone else made in
     * the meantime.
     */
    save: async (cardSettings: SettingValues, cardFeatureChecksum: string) => {
      try {
        await client.cardSettings.update({ accountNumber: exid, cardSettings, cardFeatureChecksum } as never);
      } finally {
        await again('settings');
      }
    },
    restrict: async (restriction: RestrictionRequest) => {
      await client.restrictions.set({ card_identifier_id: exid, card_identifier_type: 'EXID', restriction });
      await again('restrictions');
    },
  };
}
