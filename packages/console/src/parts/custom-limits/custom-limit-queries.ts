import type { LimitInForce, LimitThatWasSet } from '@cardwright/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';
import type { LimitDraft } from './limit-draft.ts';

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
    set: async (terms: object, owner: LimitOwner): Promise<readonly LimitWarning[]> => {
      const ofAccount = owner.level === 'account' && { account_number: accountNumber };
      const { warnings } = await client.limits.set({ ...terms, ...owner, ...ofAccount } as never);
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

type LimitOwner = ReturnType<typeof limitOwnerOf>;

/** The level of a limit, with its card or token. */
export function limitOwnerOf({ exid, token }: Pick<LimitDraft, 'exid' | 'token'>) {
  if (token !== '') return { level: 'token', token_reference: token } as const;
  return exid === '' ? ({ level: 'account' } as const) : ({ level: 'card', card_identifier_id: exid } as const);
}

function ownerOf(accountNumber: string, exid: string) {
  return exid === '' ? { account_number: accountNumber } : { card_identifier_id: exid };
}
