import type { HistoryEntry, TokenWithHistory } from '@cardwright/contract';

type TokenStep = TokenWithHistory['history'][number];

/** One thing that happened to a customer: on one of the accounts, to a token, or in words of somebody here. */
export type CustomerEvent =
  | { readonly at: string; readonly kind: 'ACCOUNT'; readonly accountNumber: string; readonly entry: HistoryEntry }
  | { readonly at: string; readonly kind: 'TOKEN'; readonly token: TokenWithHistory; readonly step: TokenStep };

interface AccountHistory {
  readonly accountNumber: string;
  readonly items: readonly HistoryEntry[];
  /** Null where the list goes back to the beginning. */
  readonly next: string | null;
}

/**
 * Everything in one line, newest first. It ends where the first of the lists has an end that is none: what is older would have gaps
 * that nobody sees.
 */
export function customerEvents(
  histories: readonly AccountHistory[],
  tokens: readonly TokenWithHistory[],
): readonly CustomerEvent[] {
  const accountEvents = histories.flatMap(({ accountNumber, items }): CustomerEvent[] =>
    items.map((entry) => ({ at: entry.at, kind: 'ACCOUNT', accountNumber, entry })),
  );
  const tokenEvents = tokens.flatMap((token): CustomerEvent[] =>
    token.history.toReversed().map((step) => ({ at: step.at, kind: 'TOKEN', token, step })),
  );
  const wholeSince = histories.map(({ items, next }) => (next === null ? '' : (items.at(-1)?.at ?? '')));
  const since = wholeSince.reduce((latest, at) => (at > latest ? at : latest), '');
  return [...accountEvents, ...tokenEvents]
    .filter(({ at }) => at >= since)
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}
