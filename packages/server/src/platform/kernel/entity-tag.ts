/** Entity tags and If-Match of RFC 9110, 8.8.3 and 13.1.1. */

/** Writes a version as a strong tag. */
export const entityTag = (version: number) => `"${version}"`;

const TAGS = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
/** Stands for a tag; no header can hold it. */
const TAG = '\0';

/** Returns the tags that an If-Match lists, or `*` for any; undefined if it is neither. */
export function readIfMatch(text: string): readonly string[] | '*' | undefined {
  if (text.trim() === '*') return '*';
  const tags = text.match(TAGS) ?? [];
  const entries = text.replace(TAGS, TAG).split(',');
  return tags.length > 0 && entries.every((entry) => ['', TAG].includes(entry.trim())) ? tags : undefined;
}

/** Whether If-Match lists the version. A weak tag never matches, because it may stand for several versions. */
export function isMatched(ifMatch: string, version: number): boolean {
  const tags = readIfMatch(ifMatch);
  return tags === '*' || tags?.includes(entityTag(version)) === true;
}
