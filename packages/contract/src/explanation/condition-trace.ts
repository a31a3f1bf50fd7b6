import { CARD_ENTRIES } from '../authorization/card-entries.ts';
import type { ConditionTraceEntry } from './explainable-decision.ts';
import type { EntryName } from './saw.ts';

/**
 * Reads a value that a bank's own rule evaluated. Undefined if another version wrote it in a form that is unknown here.
 */
export function traceAmount({ value }: ConditionTraceEntry, format: (minor: bigint) => string): string | undefined {
  return /^-?\d{1,20}$/.test(value) ? format(BigInt(value)) : undefined;
}

/** Counts have at most 10 digits. A longer number could be a card number. */
export function traceCount({ value }: ConditionTraceEntry, format: (count: number) => string): string | undefined {
  return /^\d{1,10}$/.test(value) ? format(Number(value)) : undefined;
}

export function traceFlag({ value }: ConditionTraceEntry, isTrue: string, isFalse: string): string | undefined {
  if (value === 'true') return isTrue;
  return value === 'false' ? isFalse : undefined;
}

export function traceEntryMode(
  { value }: ConditionTraceEntry,
  format: (entry: EntryName) => string,
): string | undefined {
  const entry = CARD_ENTRIES.find((each) => each === value);
  return entry && format(entry);
}
