import type { LimitInForce, LimitLevel } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient, useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { CustomLimitLine, type DisplayedLimit } from './custom-limit-line.tsx';
import { LIMIT_POLL_MS } from './custom-limit-queries.ts';
import { LEVEL_WORDS } from './custom-limit-words.ts';
import classes from './custom-limits.module.css';
import { isShared } from './limit-draft.ts';

/**
 * Reads the limits that accounts share, with their combined usage: those of one program, or those of the whole bank.
 */
export function useSharedLimits(of: { readonly product_code: string } | { readonly level: 'bank' }) {
  const client = useClient();
  return useQuery({
    queryKey: ['shared-limits', of],
    refetchInterval: LIMIT_POLL_MS,
    queryFn: async ({ signal }): Promise<readonly LimitInForce[]> => (await client.limits.list(of, { signal })).items,
  });
}

/** The currency of amounts in a limit of this level. Null if each account uses its own. */
export function useCurrencyOf() {
  const { currency } = useSession().house;
  return (level: LimitLevel): string | null => (isShared(level) ? (currency ?? null) : null);
}

type LevelledLimit = DisplayedLimit & { readonly level: LimitLevel; readonly product_code?: string | undefined };

interface LinesParts<Limit extends LevelledLimit> {
  readonly limits: readonly Limit[];
  /** Content next to the owner of the counted messages. */
  readonly trailing?: (limit: Limit) => ReactNode;
}

/**
 * Lists limits of programs, with bars where the usage is known, and with the maximum where each account has its own
 * usage.
 */
export function SharedLimitLines<Limit extends LevelledLimit>({ limits, trailing }: LinesParts<Limit>) {
  const { t } = useWords();
  const currencyOf = useCurrencyOf();
  return (
    <ul className={classes.lines}>
      {limits.map((limit) => (
        <CustomLimitLine
          key={`${limit.product_code} ${limit.level} ${limit.id}`}
          limit={limit}
          currency={currencyOf(limit.level)}
          owner={
            <>
              {t(LEVEL_WORDS[limit.level])}
              {trailing?.(limit)}
            </>
          }
        />
      ))}
    </ul>
  );
}
