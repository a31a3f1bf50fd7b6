/** Reads a document that the gateway serves, such as `/llms-full.txt`. */
export type ReadDocument = (path: string) => Promise<string>;

/** A section of a page: a heading, and the text up to the next heading. */
export interface Section {
  /** The page with the anchor of the heading, such as `docs/interface/rules.md#analyze`. */
  readonly address: string;
  readonly title: string;
  /** The level of the heading: 1 for the title of the page. */
  readonly level: number;
  readonly text: string;
}

/** The file with all pages for users. */
const ALL_PAGES = '/llms-full.txt';
const PAGE_MARK = /^<!-- \/docs\/guide\/([\w/-]+)\.md -->$/m;
const MAX_RESULTS = 8;
const EXCERPT = 700;

/**
 * Returns a function that reads the public documents of the gateway. It caches them, and downloads them again only if
 * they have changed.
 */
export function documentsOf(baseUrl: string): ReadDocument {
  const cached = new Map<string, { readonly tag: string; readonly text: string }>();
  return async (path) => {
    const known = cached.get(path);
    const headers = known === undefined ? {} : { 'if-none-match': known.tag };
    const answer = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, { headers });
    if (answer.status === 304 && known !== undefined) return known.text;
    if (answer.status !== 200) throw new Error(`the gateway serves no document ${path}: HTTP ${answer.status}`);
    const [tag, text] = [answer.headers.get('etag'), await answer.text()];
    if (tag !== null) cached.set(path, { tag, text });
    return text;
  };
}

/** Returns the sections that match the words of the query best, best first. */
export async function searchDocuments(read: ReadDocument, query: string) {
  const sections = await allSections(read);
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu))];
  const found = words.map((word) => sections.map((section) => occurrences(section, word)));
  const rarity = found.map((counts) => Math.log(sections.length / (1 + counts.filter((count) => count > 0).length)));
  const score = (at: number) => found.reduce((sum, counts, word) => sum + (counts[at] ?? 0) * (rarity[word] ?? 0), 0);
  return sections
    .map(({ address, title, text }, at) => ({ address, title, excerpt: text.slice(0, EXCERPT), score: score(at) }))
    .filter((one) => one.score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_RESULTS)
    .map(({ score: _, ...section }) => section);
}

/** Returns the text of a page, or of one section with its subsections; undefined if there is none. */
export async function readSection(read: ReadDocument, address: string): Promise<string | undefined> {
  const [, page = '', anchor] = /^\/?(?:docs\/)?(?:guide\/)?([\w/-]+?)(?:\.md)?(?:#([\w-]+))?$/.exec(address) ?? [];
  const sections = sectionsOf(await read(`/docs/guide/${page}.md`), page);
  const first = anchor === undefined ? 0 : sections.findIndex((one) => one.address.endsWith(`#${anchor}`));
  const level = sections[first]?.level;
  if (level === undefined) return undefined;
  const after = sections.findIndex((one, at) => at > first && one.level <= level);
  const selected = sections.slice(first, after === -1 ? undefined : after);
  return selected.map(({ title, level: depth, text }) => `${'#'.repeat(depth)} ${title}\n\n${text}`).join('\n\n');
}

async function allSections(read: ReadDocument): Promise<Section[]> {
  const [, ...parts] = (await read(ALL_PAGES)).split(PAGE_MARK);
  return parts.flatMap((part, at) => (at % 2 === 0 ? sectionsOf(parts[at + 1] ?? '', part) : []));
}

function sectionsOf(markdown: string, page: string): Section[] {
  const sections: { heading: string; level: number; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, marks, heading] = (isCode ? null : /^(#{1,6}) (.+)$/.exec(line)) ?? [];
    if (marks !== undefined) sections.push({ heading: heading ?? '', level: marks.length, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ heading, level, lines }) => ({
    address: `docs/${page}.md${level === 1 ? '' : `#${anchorOf(heading)}`}`,
    title: heading,
    level,
    text: lines.join('\n').trim(),
  }));
}

/** Returns the anchor that GitHub creates for a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Counts the occurrences of a word. One in the heading counts more than in the text, where at most three count. */
function occurrences({ title, address, text }: Section, word: string): number {
  const inText = Math.min(3, text.toLowerCase().split(word).length - 1);
  return inText + (title.toLowerCase().includes(word) ? 5 : 0) + (address.includes(word) ? 2 : 0);
}
