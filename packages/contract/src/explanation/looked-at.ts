import { CARD_ENTRIES } from '../authorization/card-entries.ts';
import type { EntryName } from './saw.ts';
import type { LookedAt } from './told-decision.ts';

/** Reads what a rule of the bank's own looked at. What another version wrote, and this one does not know, is undefined. */
export function lookedAmount({ value }: LookedAt, say: (minor: bigint) => string): string | undefined {
  return /^-?\d{1,20}$/.test(value) ? say(BigInt(value)) : undefined;
}

/** No count is longer: what is might be the number of a card. */
export function lookedWhole({ value }: LookedAt, say: (count: number) => string): string | undefined {
  return /^\d{1,10}$/.test(value) ? say(Number(value)) : undefined;
}

export function lookedFlag({ value }: LookedAt, isTrue: string, isFalse: string): string | undefined {
  if (value === 'true') return isTrue;
  return value === 'false' ? isFalse : undefined;
}

export function lookedEntry({ value }: LookedAt, say: (entry: EntryName) => string): string | undefined {
  const entry = CARD_ENTRIES.find((each) => each === value);
  return entry && say(entry);
}
