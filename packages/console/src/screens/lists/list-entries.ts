import { type Condition, conditionField, type ListKind } from '@cardwright/contract';

/** What one request can name. */
export const MAX_ENTRIES_PER_REQUEST = 50_000;

interface TypedEntries {
  readonly entries: readonly string[];
  /** The first that cannot stand in a list of this kind. */
  readonly faulty: string | undefined;
}

/** Entries as somebody typed or pasted them: one on a line, or with commas between. Doubles count once. */
export function parseEntries(text: string, kind: ListKind): TypedEntries {
  const typed = text.split(/[\n\r,;\t]+/).map((one) => one.trim());
  const entries = [...new Set(typed.filter((one) => one !== ''))];
  const { kind: looks } = conditionField(kind);
  const pattern = looks.type === 'text' ? new RegExp(looks.pattern) : /./;
  return { entries, faulty: entries.find((one) => !pattern.test(one)) };
}

/** Whether a condition asks this list. */
export function usesList(condition: Condition, name: string): boolean {
  if ('not' in condition) return usesList(condition.not, name);
  if ('all' in condition) return condition.all.some((part) => usesList(part, name));
  if ('any' in condition) return condition.any.some((part) => usesList(part, name));
  return (condition.op === 'inList' || condition.op === 'notInList') && condition.value === name;
}
