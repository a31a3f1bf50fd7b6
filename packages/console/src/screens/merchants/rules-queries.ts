import type { OnboardingRules } from '@cardwright/contract';
import { CardwrightError } from '@cardwright/sdk/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

const QUERY_KEY = ['onboarding-rules'];

export function useOnboardingRules() {
  const client = useClient();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => client.onboardingRules.retrieve({ signal }),
  });
}

/** Replaces the rules that a person has read. If they changed meanwhile, reads them again. */
export function useReplaceRules() {
  const { onboardingRules } = useClient();
  const cache = useQueryClient();
  return async (rules: OnboardingRules, version: number, reason: string) => {
    try {
      const inForce = await onboardingRules.replace({ rules, version, ...(reason !== '' && { reason }) });
      cache.setQueryData(QUERY_KEY, inForce);
    } catch (error) {
      if (error instanceof CardwrightError && error.errorName === 'changed_meanwhile') {
        await cache.invalidateQueries({ queryKey: QUERY_KEY });
      }
      throw error;
    }
  };
}
