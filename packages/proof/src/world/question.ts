import type { CardStatus } from '@cardwright/contract';
import type { SentPatch } from './model/model-faults.ts';
import type { Patch } from './model/model-settings.ts';

/**
 * A question outside the life of an account, about something that rarely happens in one or does not depend on an
 * account.
 */
export type RareQuestion =
  /** The faults of an update with invalid fields, or for an unknown account. */
  | { readonly about: 'update'; readonly patch: SentPatch; readonly isKnown: boolean }
  /** The faults of a request for a restriction, in any form. */
  | { readonly about: 'order'; readonly body: unknown }
  /** A patch as older versions stored it, which did not name both fields of a switch. */
  | { readonly about: 'old patch'; readonly stored: Patch; readonly patch: Patch }
  | { readonly about: 'amount'; readonly text: string; readonly exponent: number }
  | { readonly about: 'written amount'; readonly minor: string; readonly exponent: number }
  | { readonly about: 'currency'; readonly code: string }
  | { readonly about: 'statuses'; readonly from: CardStatus; readonly to: CardStatus }
  | { readonly about: 'plastic'; readonly sequence: string; readonly date: string; readonly months: number }
  | { readonly about: 'EXID'; readonly digits: string }
  /** Contradictory facts: a card without its account, or an account without its card. */
  | { readonly about: 'facts'; readonly hasCard: boolean; readonly hasAccount: boolean }
  | { readonly about: 'missing'; readonly value: 0 | '' | null | undefined }
  /** An earlier decision, by rules with other trace values. */
  | { readonly about: 'trace'; readonly steps: readonly (readonly [rule: string, ...saw: (string | number)[]])[] }
  /** Stored counters that began when the bank had other windows. */
  | { readonly about: 'counters'; readonly counters: readonly StoredCounter[]; readonly backMinor: number };

export interface StoredCounter {
  readonly minor: number;
  /** When the counter returns to zero: after this time, with the open window, or never. */
  readonly ends: number | 'with its window' | 'never';
}
