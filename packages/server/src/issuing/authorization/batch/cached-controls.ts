import type { CardSettings } from '../../card-settings/index.ts';
import type { CardFacts } from '../decision/facts.ts';

/** Settings with the stored text from which they were read. The text is needed to apply the defaults of a program. */
export interface CachedSettings {
  readonly value: CardSettings;
  readonly text: string;
  readonly exponent: number;
}

/** The part of an account and its cards that decisions use, apart from money and limits. */
export interface CachedControls {
  /** The account's number of changes at the time of reading: see `accounts.movements`. */
  readonly changes: bigint;
  readonly settings: CachedSettings;
  /** The cards that were requested so far. */
  readonly cards: readonly CardFacts[];
}
