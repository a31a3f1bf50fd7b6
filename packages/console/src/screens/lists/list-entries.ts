import { conditionField, type ListKind, type RuleCondition } from '@cardwright/contract';
import { splitEntries } from '../../parts/value/split-entries.ts';

/** The maximum number of entries in one request. */
export const MAX_ENTRIES_PER_REQUEST = 50_000;

interface TypedEntries {
  readonly entries: readonly string[];
  /** The first entry that is not valid for the kind of the list. */
  readonly faulty: string | undefined;
}

/** Parses typed or pasted entries of a list. */
export function parseEntries(text: string, kind: ListKind): TypedEntries {
  const entries = splitEntries(text);
  const { kind: field } = conditionField(kind);
  const pattern = field.type === 'text' ? new RegExp(field.pattern) : /./;
  return { entries, faulty: entries.find((one) => !pattern.test(one)) };
}

/** Whether a condition uses this list. */
export function usesList(condition: RuleCondition, name: string): boolean {
  if ('not' in condition) return usesList(condition.not, name);
  if ('all' in condition) return condition.all.some((part) => usesList(part, name));
  if ('any' in condition) return condition.any.some((part) => usesList(part, name));
  return (condition.op === 'inList' || condition.op === 'notInList') && condition.value === name;
}
