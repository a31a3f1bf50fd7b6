import { createPauses } from '../../platform/kernel/concurrency/pauses.ts';
import { type ComparableName, similarity, toComparable } from './name-similarity.ts';

/** A name of the deny list, with its similarity to the compared name. */
export interface DenyListMatch {
  readonly name: string;
  readonly reason: string;
  readonly score: number;
}

/** An index of the deny list that finds similar names quickly. */
export interface DenyListIndex {
  /** Returns at most three names, the most similar first. */
  find(name: string, threshold: number): readonly DenyListMatch[];
}

const MAX_MATCHES = 3;
/** How many names are compared letter by letter: the names that share the most trigrams with the compared name. */
const MAX_COMPARED = 50;
const NAMES_AT_ONCE = 50;

interface Entry extends ComparableName {
  readonly reason: string;
}

/**
 * Indexes names by the trigrams of their words. Similar names share most trigrams, so only a few names of the list are
 * compared letter by letter.
 */
export async function createDenyListIndex(
  names: Iterable<{ readonly name: string; readonly reason: string }>,
): Promise<DenyListIndex> {
  const entries: Entry[] = [];
  const sizes: number[] = [];
  const having = new Map<string, number[]>();
  const throttle = createPauses(NAMES_AT_ONCE);
  for (const { name, reason } of names) {
    await throttle();
    const comparable = toComparable(name);
    if (comparable === undefined) continue;
    const groups = groupsOf(comparable.words);
    for (const group of groups) {
      const among = having.get(group);
      if (among === undefined) having.set(group, [entries.length]);
      else among.push(entries.length);
    }
    entries.push({ ...comparable, reason });
    sizes.push(groups.size);
  }
  // Typed arrays keep the numbers compact, because thousands of names can share a common word.
  const sizeOf = Uint16Array.from(sizes);
  const shared = new Uint16Array(entries.length);
  const touched = new Uint32Array(entries.length);
  const places = new Map([...having].map(([group, at]) => [group, Uint32Array.from(at)]));

  /** Returns the entries that share enough trigrams with the name, those that share the most first. */
  const candidates = (name: ComparableName, least: number): Entry[] => {
    const groups = groupsOf(name.words);
    let count = 0;
    for (const group of groups) {
      const among = places.get(group);
      if (among === undefined) continue;
      for (let index = 0; index < among.length; index += 1) {
        const at = among[index]!;
        if (shared[at]! === 0) touched[count++] = at;
        shared[at]! += 1;
      }
    }
    const ranked: { at: number; rank: number }[] = [];
    for (let index = 0; index < count; index += 1) {
      const at = touched[index]!;
      const common = shared[at]!;
      const size = sizeOf[at]!;
      shared[at] = 0;
      if (common >= least * Math.min(groups.size, size))
        ranked.push({ at, rank: common / Math.max(groups.size, size) });
    }
    return ranked
      .sort((one, other) => other.rank - one.rank)
      .slice(0, MAX_COMPARED)
      .flatMap(({ at }) => entries[at] ?? []);
  };

  return {
    find(name, threshold) {
      if (entries.length === 0) return [];
      const comparable = toComparable(name);
      if (comparable === undefined) return [];
      return candidates(comparable, leastShared(threshold))
        .map((entry) => ({ name: entry.name, reason: entry.reason, score: similarity(comparable, entry) }))
        .filter(({ score }) => score >= threshold)
        .sort((one, other) => other.score - one.score)
        .slice(0, MAX_MATCHES);
    },
  };
}

/**
 * Returns the share of trigrams that a name has in common with every name that is similar enough. Each letter is in
 * three trigrams, so if a tenth of the letters differ, three tenths of the trigrams differ.
 */
function leastShared(threshold: number): number {
  return Math.max(0.2, 1 - 3.2 * (1 - threshold));
}

/** Returns each trigram once. Blanks mark where a word begins and ends. */
function groupsOf(words: readonly string[]): ReadonlySet<string> {
  const groups = new Set<string>();
  for (const word of words) {
    const marked = ` ${word} `;
    for (let from = 0; from + 3 <= marked.length; from += 1) groups.add(marked.slice(from, from + 3));
  }
  return groups;
}
