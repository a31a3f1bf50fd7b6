/** A page that the person opened, such as a customer or a rule. */
export interface RecentPage {
  /** The path and query below the base path of the console. */
  readonly href: string;
  readonly title: string;
}

const MOST = 8;
let owner: string | undefined;
let pages: readonly RecentPage[] = [];

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
