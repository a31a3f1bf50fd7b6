import type { Filters } from './filters.ts';

/** Filters under a name chosen by a person. */
export interface SavedView {
  readonly name: string;
  readonly filters: Filters;
}

export const MAX_NAME_LENGTH = 40;
const MOST = 30;

/** The storage key of each person who uses this browser. */
function shelfOf(person: string): string {
  return `cardwright.filters.${person}`;
}

/** Reads the filters that this person saved here. Returns an empty list if they cannot be read. */
export function loadSavedViews(person: string, storage: Pick<Storage, 'getItem'>): readonly SavedView[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(shelfOf(person)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSaved) : [];
  } catch {
    return [];
  }
}

function isSaved(kept: unknown): kept is SavedView {
  const { name, filters } = (kept ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof filters === 'object' && filters !== null;
}

export function storeSavedViews(person: string, saved: readonly SavedView[], storage: Pick<Storage, 'setItem'>): void {
  storage.setItem(shelfOf(person), JSON.stringify(saved));
}

/** Saves filters. An existing name gets the new filters. */
export function withSavedView(saved: readonly SavedView[], one: SavedView): readonly SavedView[] {
  return [...saved.filter(({ name }) => name !== one.name), one].slice(-MOST);
}
