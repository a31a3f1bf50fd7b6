import type { Filters } from './filters.ts';

/** Filters under the name that somebody gave them. */
export interface SavedFilters {
  readonly name: string;
  readonly filters: Filters;
}

export const MAX_NAME_LENGTH = 40;
const MOST = 30;

/** One shelf for each person who uses this browser. */
function shelfOf(person: string): string {
  return `cardwright.filters.${person}`;
}

/** What this person kept here; nothing where that cannot be read. */
export function loadSavedFilters(person: string, storage: Pick<Storage, 'getItem'>): readonly SavedFilters[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(shelfOf(person)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSaved) : [];
  } catch {
    return [];
  }
}

function isSaved(kept: unknown): kept is SavedFilters {
  const { name, filters } = (kept ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof filters === 'object' && filters !== null;
}

export function storeSavedFilters(
  person: string,
  saved: readonly SavedFilters[],
  storage: Pick<Storage, 'setItem'>,
): void {
  storage.setItem(shelfOf(person), JSON.stringify(saved));
}

/** A name that is there already means the new filters from now on. */
export function withSavedFilter(saved: readonly SavedFilters[], one: SavedFilters): readonly SavedFilters[] {
  return [...saved.filter(({ name }) => name !== one.name), one].slice(-MOST);
}
