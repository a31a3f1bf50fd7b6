/** A page that the person opened, such as a customer or a rule. */
export interface RecentPage {
  /** The path and query below the base path of the console. */
  readonly href: string;
  readonly title: string;
}

const MOST = 8;
let owner: string | undefined;
let pages: readonly RecentPage[] = [];
/** The title of the page that has loaded last, and its path. */
let loaded: { readonly path: string; readonly title: string } | undefined;

/** Records that the page at a path has loaded, and has this title. */
export function recordLoadedTitle(path: string, title: string): void {
  loaded = { path, title };
}

/** Returns the title of the page at a path; undefined if the page has not loaded. Two pages can have the same title. */
export function loadedTitle(path: string): string | undefined {
  return loaded?.path === path ? loaded.title : undefined;
}

/** Returns the last pages of this person in this tab, newest first. They are stored nowhere, and end with the page. */
export function recentPages(person: string): readonly RecentPage[] {
  return person === owner ? pages : [];
}

export function recordRecentPage(person: string, page: RecentPage): void {
  const path = ({ href }: RecentPage) => href.split('?')[0];
  const others = recentPages(person).filter((each) => path(each) !== path(page));
  owner = person;
  pages = [page, ...others].slice(0, MOST);
}
