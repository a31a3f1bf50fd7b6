import type { LiveCardStatus } from '@cardwright/contract';
import { requireValue } from '../../../platform/kernel/required.ts';
import type { AccountChange } from '../../accounts/index.ts';
import { applyPatch, patchOfSpent, type StoredSettings } from '../../card-settings/card-settings.ts';
import { type Counters, count, NO_COUNTERS, releaseUse, windowsOf } from '../../card-settings/counters.ts';
import type { CountingKey } from '../../limits/counting-key.ts';
import { type AccountLimits, countAgain, type Limit, NO_LIMITS, putLimit, removeLimit } from '../../limits/limit.ts';
import { type StoredLimit, toLimit } from '../../limits/stored-limits.ts';
import type { ControlsOfToken } from '../../tokens/controls/controls-of-token.ts';
import { limitsAfterEnding, type StandingApproval, spentByTrace } from '../decision/account-state.ts';
import type { BankFacts } from '../decision/facts.ts';

/**
 * An account as of a moment (docs/interface/accounts.md#at-a-moment): changes up to that moment, applied in order. Unlike a
 * replay, it decides nothing again and takes the effects of approvals from their stored decisions. Pure.
 */
export interface HistoricalState {
  availableMinor: bigint;
  reservedMinor: bigint;
  counters: Counters;
  storedSettings: StoredSettings;
  limits: AccountLimits;
  readonly cards: Map<bigint, HistoricalCard>;
  /** Controls of tokens, by reference. */
  readonly tokenControls: Map<string, ControlsOfToken>;
  readonly reservations: Map<bigint, PastReservation>;
}

export interface HistoricalCard {
  readonly status: LiveCardStatus;
  readonly expiry: string;
  readonly sequenceNumber: string;
  readonly statusChangedAt: Date;
  /** The number of changes to its restrictions. */
  readonly restrictionsVersion: number;
}

interface PastReservation {
  readonly countedAt: Date;
  reservedMinor: bigint;
  endings: number;
  /** The approval in the form that limits use. */
  standing: StandingApproval;
}

export interface HistoricalApproval {
  readonly sequence: bigint;
  readonly key: bigint;
  readonly at: Date;
  readonly minor: bigint;
  /** The limits that counted the approval. */
  readonly counted?: CountingKey | null;
  /** The trace step about switches, if it saw one that was on for one message. */
  readonly switches: string | null;
}

/** A decline that limits counted. */
export type HistoricalDecline = Pick<HistoricalApproval, 'sequence' | 'at' | 'minor'> & {
  readonly counted: CountingKey;
};

export type EndingKind = 'REVERSAL' | 'COMPLETION' | 'EXPIRY';

/** The kinds of an authorization's endings, in order. */
export type EndingKinds = ReadonlyMap<bigint, readonly EndingKind[]>;

/** @param programLimits the limits of all versions of the account's program */
export function openHistory(programLimits: readonly Limit[] = []): HistoricalState {
  return {
    availableMinor: 0n,
    reservedMinor: 0n,
    counters: NO_COUNTERS,
    storedSettings: {},
    limits: { ...NO_LIMITS, programLimits },
    cards: new Map(),
    tokenControls: new Map(),
    reservations: new Map(),
  };
}

export function applyHistoricalApproval(
  state: HistoricalState,
  approval: HistoricalApproval,
  { calendar, cardControl }: BankFacts,
): void {
  const { key, at, minor, switches } = approval;
  state.availableMinor -= minor;
  state.reservedMinor += minor;
  state.counters = count(state.counters, windowsOf(cardControl.windows), minor, calendar, at);
  const countingKey = approval.counted ?? null;
  state.reservations.set(key, { countedAt: at, reservedMinor: minor, endings: 0, standing: { countingKey, minor } });
  if (countingKey !== null)
    state.limits = countAgain(state.limits, countingKey, minor, { countedAt: at, calendar, now: at });
  if (switches !== null) state.storedSettings = applyPatch(state.storedSettings, patchOfSpent(spentByTrace(switches)));
}

export function applyHistoricalDecline(
  state: HistoricalState,
  { counted: countingKey, minor, at }: HistoricalDecline,
  { calendar }: BankFacts,
): void {
  state.limits = countAgain(state.limits, countingKey, minor, { countedAt: at, calendar, now: at });
}

export function applyHistoricalChange(
  state: HistoricalState,
  change: AccountChange,
  { bank, at, kinds }: { bank: BankFacts; at: Date; kinds: EndingKinds },
): void {
  switch (change.kind) {
    case 'OPENED':
      state.availableMinor = BigInt(change.availableMinor);
      return;
    case 'FUNDS':
      state.availableMinor += BigInt(change.availableMinor);
      return;
    case 'SETTINGS':
      state.storedSettings = applyPatch(state.storedSettings, change.patch);
      return;
    case 'LIMIT': {
      const limit = toLimit(change.limit as StoredLimit);
      state.limits = change.isSet ? putLimit(state.limits, limit) : removeLimit(state.limits, limit.key);
      return;
    }
    case 'TOKEN_CONTROLS':
      if (change.controls === null) state.tokenControls.delete(change.reference);
      else state.tokenControls.set(change.reference, change.controls as ControlsOfToken);
      return;
    case 'PROVISIONING': {
      const times = { countedAt: at, calendar: bank.calendar, now: at };
      state.limits = countAgain(state.limits, change.counted, 0n, times);
      return;
    }
    case 'RESERVATION_ENDED':
      endReservation(state, change, { bank, at, kinds });
      return;
    default:
      state.cards.set(BigInt(change.cardId), cardAfter(state.cards.get(BigInt(change.cardId)), change, at));
  }
}

type CardChange = Exclude<
  Extract<AccountChange, { cardId: string }>,
  { kind: 'LIMIT' | 'TOKEN_CONTROLS' | 'PROVISIONING' }
>;

function cardAfter(before: HistoricalCard | undefined, change: CardChange, at: Date): HistoricalCard {
  if (change.kind === 'CARD_ADDED') {
    const { status, expiry, sequenceNumber } = change;
    return { status, expiry, sequenceNumber, statusChangedAt: at, restrictionsVersion: 0 };
  }
  const card = requireValue(before, 'a card that the account had before its change');
  switch (change.kind) {
    case 'CARD_STATUS':
      return { ...card, status: change.status, statusChangedAt: at };
    case 'CARD_RENEWED': {
      const { expiry, sequenceNumber, earlier } = change;
      // a replacement is a new card under the number, a renewal keeps the card
      return { ...card, expiry, sequenceNumber, ...(earlier === null && { statusChangedAt: at }) };
    }
    case 'RESTRICTION':
      return { ...card, restrictionsVersion: card.restrictionsVersion + 1 };
  }
}

function endReservation(
  state: HistoricalState,
  change: Extract<AccountChange, { kind: 'RESERVATION_ENDED' }>,
  { bank, at, kinds }: { bank: BankFacts; at: Date; kinds: EndingKinds },
): void {
  const back = BigInt(change.availableMinor);
  state.availableMinor += back;
  const key = BigInt(change.messageKey);
  const reservation = state.reservations.get(key);
  if (reservation === undefined) return;
  const { countedAt, reservedMinor, standing } = reservation;
  const kind = kinds.get(key)?.[reservation.endings];
  const remainderMinor = isPartOf(back, reservedMinor) && kind === 'REVERSAL' ? reservedMinor - back : 0n;
  state.reservedMinor -= reservedMinor - remainderMinor;
  reservation.reservedMinor = remainderMinor;
  reservation.endings += 1;
  const countedBackMinor = BigInt(change.countedBackMinor);
  const { calendar, cardControl } = bank;
  state.limits = limitsAfterEnding(state.limits, standing, back, { countedAt, calendar, now: at }) ?? state.limits;
  reservation.standing = { ...standing, minor: standing.minor - back };
  if (countedBackMinor !== 0n) {
    const times = { calendar, countedAt, now: at };
    state.counters = releaseUse(state.counters, windowsOf(cardControl.windows), countedBackMinor, times);
  }
}

/** Whether the ending returned a part of the amount. A partial reversal and a partial completion then have the same amounts. */
function isPartOf(back: bigint, reservedMinor: bigint): boolean {
  return back > 0n && back < reservedMinor;
}

/** Returns the authorizations whose {@link EndingKinds} are needed. */
export function unclearEndings(
  approvals: readonly HistoricalApproval[],
  changes: readonly { readonly change: AccountChange }[],
): bigint[] {
  const minors = new Map(approvals.map(({ key, minor }) => [key, minor]));
  const unclear = changes.flatMap(({ change }) => {
    if (change.kind !== 'RESERVATION_ENDED') return [];
    const key = BigInt(change.messageKey);
    return isPartOf(BigInt(change.availableMinor), minors.get(key) ?? 0n) ? [key] : [];
  });
  return [...new Set(unclear)];
}
