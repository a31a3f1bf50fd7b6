import type { ColumnName } from './column-choice.ts';
import type { Filters } from './filters.ts';

/** Filters and columns under a name chosen by a person. */
export interface SavedView {
  readonly name: string;
  readonly filters: Filters;
  /** Absent in views that were saved without columns. */
  readonly columns?: readonly ColumnName[];
}

export const MAX_NAME_LENGTH = 40;
const MOST = 30;

/** The storage key of each person who uses this browser. */
function shelfOf(person: string): string {
  return `cardwright.filters.${person}`;
}

/** Reads the views that this person saved here. Returns an empty list if they cannot be read. */
export function loadSavedViews(person: string, storage: Pick<Storage, 'getItem'>): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(shelfOf(person)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSaved) : [];
  } catch {
    return [];
  }
}

function isSaved(stored: unknown): stored is SavedView {
  const { name, filters, columns = [] } = (stored ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof filters === 'object' && filters !== null && Array.isArray(columns);
}

export function storeSavedViews(person: string, saved: readonly SavedView[], storage: Pick<Storage, 'setItem'>): void {
  storage.setItem(shelfOf(person), JSON.stringify(saved));
}

/** Saves a view. It replaces the one of the same name. */
export function withSavedView(saved: readonly SavedView[], one: SavedView): readonly SavedView[] {
  return [...saved.filter(({ name }) => name !== one.name), one].slice(-MOST);
}
