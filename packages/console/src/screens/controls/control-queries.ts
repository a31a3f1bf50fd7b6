import type { ProposedRestriction } from '@cardwright/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';
import type { SettingsResponse, SettingValues } from './settings-draft.ts';

/** How soon somebody who looks at the settings sees what another one set, and what was spent. */
const AGAIN_MS = 10_000;

/** Settings are the account's; the interface names them by one of its cards. */
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

/** A restriction as it is typed, for one card. */
export type RestrictionRequest = Omit<ProposedRestriction, 'card_identifier_id'>;

export function useControlChanges(exid: string) {
  const client = useClient();
  const cache = useQueryClient();
  const again = (name: string) => cache.invalidateQueries({ queryKey: [name, exid] });
  return {
    /** Under the checksum of what was seen: what somebody else set in between is never overwritten. */
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
