import entries from 'virtual:docs-search';
import MiniSearch from 'minisearch';
import type { SearchEntry } from '../text/contents.ts';
import { findTopics } from './search-topics.ts';

const MOST = 20;
/**
 * The boost of each kind of entry. A reader who searches for a word usually wants an operation, not one of its many
 * fields.
 */
const WEIGHT: Readonly<Record<SearchEntry['kind'], number>> = {
  topic: 4,
  operation: 4,
  guide: 1.5,
  error: 1.2,
  field: 1,
};

/** Matches documents for contributors, which a reader of the interface rarely needs. */
const SELDOM = /^\/guide\/(decisions\/|architecture|changelog|conformance|performance|reliability|style)/;

function weightOf(entry: SearchEntry | undefined): number {
  if (entry === undefined) return 1;
  return WEIGHT[entry.kind] * (SELDOM.test(entry.address) ? 0.3 : 1);
}

const index = new MiniSearch<SearchEntry & { id: number }>({
  fields: ['title', 'within', 'text'],
  // The index contains the parts of a field name too.
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

/** Returns the topics of the query, then the best matches first. */
export function searchDocuments(query: string): SearchEntry[] {
  const matches = index.search(query).flatMap(({ id }) => entries[id as number] ?? []);
  return [...findTopics(query), ...matches].slice(0, MOST);
}
