import type { HistoryEntry, TokenWithHistory } from '@cardwright/contract';

type TokenStep = TokenWithHistory['history'][number];

/** One event of an account or a token. */
export type TimeLineEvent =
  | { readonly at: string; readonly kind: 'ACCOUNT'; readonly accountNumber: string; readonly entry: HistoryEntry }
  | { readonly at: string; readonly kind: 'TOKEN'; readonly token: TokenWithHistory; readonly step: TokenStep };

interface AccountHistory {
  readonly accountNumber: string;
  readonly items: readonly HistoryEntry[];
  /** Null if the list goes back to the beginning. */
  readonly next: string | null;
}

/**
 * Merges all events, newest first. The list ends where the first incomplete list ends, because older events would have
 * invisible gaps.
 */
export function mergeEvents(
  histories: readonly AccountHistory[],
  tokens: readonly TokenWithHistory[],
): readonly TimeLineEvent[] {
  const accountEvents = histories.flatMap(({ accountNumber, items }): TimeLineEvent[] =>
    items.map((entry) => ({ at: entry.at, kind: 'ACCOUNT', accountNumber, entry })),
  );
  const tokenEvents = tokens.flatMap((token): TimeLineEvent[] =>
    token.history.toReversed().map((step) => ({ at: step.at, kind: 'TOKEN', token, step })),
  );
  const wholeSince = histories.map(({ items, next }) => (next === null ? '' : (items.at(-1)?.at ?? '')));
  const since = wholeSince.reduce((latest, at) => (at > latest ? at : latest), '');
  return [...accountEvents, ...tokenEvents]
    .filter(({ at }) => at >= since)
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}
