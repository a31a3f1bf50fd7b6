import type { CardSettings } from '../../card-settings/index.ts';
import type { CardFacts } from '../decision/facts.ts';

/** Settings with the text of which they are made: defaults of a program go beneath it. */
export interface CachedSettings {
  readonly value: CardSettings;
  readonly text: string;
  readonly exponent: number;
}

/** What decisions look at in an account and its cards, besides money and limits. */
export interface CachedControls {
  /** The account's number of changes when it was read: see `accounts.movements`. */
  readonly changes: bigint;
  readonly settings: CachedSettings;
  /** Those that were asked for. */
  readonly cards: readonly CardFacts[];
}
