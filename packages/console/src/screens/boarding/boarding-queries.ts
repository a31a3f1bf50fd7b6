import { useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';
import { requestIdOf } from './request-id.ts';

/** Calls that prepare and submit merchants. */
export function useBoarding() {
  const { merchants, merchantDrafts } = useClient();
  const cache = useQueryClient();
  const again = async (...keys: string[]) => {
    await Promise.all(keys.map((key) => cache.invalidateQueries({ queryKey: [key] })));
  };
  const request = (list: readonly unknown[], requestId: string) =>
    ({ requestId, payload: { applications: [{ merchants: list }] } }) as never;
  return {
    /** Validates merchants as one request, and stores nothing. */
    check: async (list: readonly unknown[]) => {
      await merchants.onboard(request(list, 'VALIDATION'), { query: { validateOnly: 'true' } });
    },
    submit: async (merchant: unknown) => {
      const { applications } = await merchants.onboard(request([merchant], await requestIdOf(merchant)));
      await again('applications', 'merchants');
      return applications[0]?.applicationId;
    },
    save: async (draftId: string, merchant: unknown, version: number | undefined) => {
      const saved = await merchantDrafts.save(draftId, { merchant, ...(version && { version }) } as never);
      await again('drafts', 'draft');
      return saved;
    },
    remove: async (draftId: string) => {
      await merchantDrafts.delete(draftId);
      await again('drafts');
    },
  };
}
