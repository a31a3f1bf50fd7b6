import type { LimitInForce, LimitThatWasSet } from '@cardwright/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

/** The interval at which the usage of limits is polled. */
export const LIMIT_POLL_MS = 10_000;

/** A probably unintended effect of a limit that was set. */
export type LimitWarning = LimitThatWasSet['warnings'][number];

/** Reads the limits of an account and its cards, or only those that apply to the given card. */
export function useCustomLimits(accountNumber: string, exid: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['limits', accountNumber],
    refetchInterval: LIMIT_POLL_MS,
    queryFn: async ({ signal }): Promise<readonly LimitInForce[]> =>
      (await client.limits.list({ account_number: accountNumber }, { signal })).items,
    select: (limits) => limits.filter(({ card_identifier_id: of }) => exid === undefined || of === null || of === exid),
  });
}

/** Changes limits, and invalidates the limits of the account. */
export function useLimitChanges(accountNumber: string) {
  const client = useClient();
  const cache = useQueryClient();
  const again = () => cache.invalidateQueries({ queryKey: ['limits', accountNumber] });
  return {
    /** @param exid empty for the account itself */
    set: async (terms: object, exid: string): Promise<readonly LimitWarning[]> => {
      const asked = { ...terms, ...ownerOf(accountNumber, exid), level: levelOf(exid) };
      const { warnings } = await client.limits.set(asked as never);
      await again();
      return warnings;
    },
    end: async ({ id, card_identifier_id: exid, token_reference }: LimitInForce): Promise<void> => {
      const owner = token_reference === undefined ? ownerOf(accountNumber, exid ?? '') : { token_reference };
      await client.limits.delete(id, owner);
      await again();
    },
  };
}

export function levelOf(exid: string): 'account' | 'card' {
  return exid === '' ? 'account' : 'card';
}

function ownerOf(accountNumber: string, exid: string) {
  return exid === '' ? { account_number: accountNumber } : { card_identifier_id: exid };
}
