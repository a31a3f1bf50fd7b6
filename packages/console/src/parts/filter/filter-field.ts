import type { WordKey } from '../../words/en.ts';

/** A filter of a list. */
export interface FilterField {
  readonly word: WordKey;
  readonly type?: 'date';
  readonly inputMode?: 'decimal' | 'numeric';
  readonly maxLength?: number;
  /** The values to choose from, with their words. Without them, the value is typed. */
  readonly choices?: readonly (readonly [value: string, word: WordKey])[];
}
