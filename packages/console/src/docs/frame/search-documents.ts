import entries from 'virtual:docs-search';
import MiniSearch from 'minisearch';
import type { SearchEntry } from '../text/contents.ts';

const MOST = 20;
/** What is looked for by a word is more often an operation than one of its many fields. */
const WEIGHT: Readonly<Record<SearchEntry['kind'], number>> = { operation: 4, guide: 1.5, error: 1.2, field: 1 };

/** Documents for those who build it are seldom what a reader of the interface looks for. */
const SELDOM = /^\/guide\/(decisions\/|architecture|changelog|conformance|performance|reliability|style)/;

function weightOf(entry: SearchEntry | undefined): number {
  if (entry === undefined) return 1;
  return WEIGHT[entry.kind] * (SELDOM.test(entry.address) ? 0.3 : 1);
}

const index = new MiniSearch<SearchEntry & { id: number }>({
  fields: ['title', 'within', 'text'],
  // a field is found by its parts too
  tokenize: (text) => [...text.split(/[\s"'(),:;]+/), ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word !== ''),
  searchOptions: {
    boost: { title: 4, within: 1.5 },
    prefix: true,
    fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    combineWith: 'AND',
    boostDocument: (id) => weightOf(entries[id as number]),
  },
});
index.addAll(entries.map((entry, id) => ({ ...entry, id })));

/** What fits best, first. */
export function searchDocuments(query: string): SearchEntry[] {
  return index
    .search(query)
    .slice(0, MOST)
    .flatMap(({ id }) => entries[id as number] ?? []);
}
