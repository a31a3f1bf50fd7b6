import type { CardStatus } from '@cardwright/contract';
import type { SentPatch } from './model/model-faults.ts';
import type { Patch } from './model/model-settings.ts';

/** What is asked apart from the life of an account: what rarely happens in one, or depends on no account at all. */
export type RareQuestion =
  /** What is wrong with an update, of which some fields are broken, or which names no account. */
  | { readonly about: 'update'; readonly patch: SentPatch; readonly isKnown: boolean }
  /** What is wrong with an order of a restriction, in whatever form it came. */
  | { readonly about: 'order'; readonly body: unknown }
  /** A patch as older versions wrote them, which did not name both fields of a switch. */
  | { readonly about: 'old patch'; readonly stored: Patch; readonly patch: Patch }
  | { readonly about: 'amount'; readonly text: string; readonly exponent: number }
  | { readonly about: 'written amount'; readonly minor: string; readonly exponent: number }
  | { readonly about: 'currency'; readonly code: string }
  | { readonly about: 'statuses'; readonly from: CardStatus; readonly to: CardStatus }
  | { readonly about: 'plastic'; readonly sequence: string; readonly date: string; readonly months: number }
  | { readonly about: 'EXID'; readonly digits: string }
  /** Facts that contradict each other: a card without its account, or an account without its card. */
  | { readonly about: 'facts'; readonly hasCard: boolean; readonly hasAccount: boolean }
  | { readonly about: 'missing'; readonly value: 0 | '' | null | undefined }
  /** A decision of before, by rules that saw something else. */
  | { readonly about: 'trace'; readonly steps: readonly (readonly [rule: string, ...saw: (string | number)[]])[] }
  /** Counters as they are kept, running since the bank had other windows. */
  | { readonly about: 'counters'; readonly kept: readonly StoredCounter[]; readonly backMinor: number };

export interface StoredCounter {
  readonly minor: number;
  /** When it returns to zero: so long from now, with the window that is open, or never. */
  readonly ends: number | 'with its window' | 'never';
}
