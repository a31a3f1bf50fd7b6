import { distance } from 'fastest-levenshtein';
import { skeletonOf } from './look-alikes.ts';
import { nameKey } from './name-key.ts';

/** The lowest similarity of two spellings of the same word. Below it, they are different words. */
const LEAST_OF_WORDS = 0.6;
/** The highest score of a name that contains a denied name among other words. */
const WITHIN_ANOTHER = 0.9;
/** The fewest letters of a denied name that is searched for within other names. Shorter names would match everywhere. */
const SHORTEST_WITHIN = 8;
/** The highest score of names that differ. Only the same name scores 1. */
const MAX_OF_OTHERS = 0.99;
/** The maximum number of words of a name that are compared. Comparing more would take too long. */
const MAX_WORDS = 20;

/** A name in the forms that are compared. */
export interface ComparableName {
  readonly name: string;
  /** The words of the name's key, sorted, so that their order in the name does not matter. */
  readonly sorted: string;
  /** The words of the name as `skeletonOf` returns them. */
  readonly words: readonly string[];
  readonly joined: string;
}

/** Returns undefined for a name without letters and digits, which is similar to no other name. */
export function toComparable(name: string): ComparableName | undefined {
  const key = nameKey(name);
  if (key === '') return undefined;
  const all = key.split(' ');
  const words = all.slice(0, MAX_WORDS).map(skeletonOf);
  return { name, sorted: all.toSorted().join(' '), words, joined: words.join('') };
}

/**
 * Returns how similar a name is to a denied one, from 0 to 1 in hundredths, rounded down. 1 is the same name apart from
 * case, accents, punctuation, legal form and the order of words (docs/interface/merchant-review.md#score).
 */
export function similarity(compared: ComparableName, denied: ComparableName): number {
  if (compared.sorted === denied.sorted) return 1;
  const similar = Math.max(
    likeness(compared.joined, denied.joined),
    likenessOfWords(compared.words, denied.words),
    WITHIN_ANOTHER * likenessWithin(compared.words, denied),
  );
  // Corrects rounding errors of the division that would lose a hundredth.
  return Math.min(MAX_OF_OTHERS, Math.floor(similar * 100 + 1e-9) / 100);
}

function likeness(one: string, other: string): number {
  return 1 - distance(one, other) / Math.max(one.length, other.length);
}

/** Pairs each word with the most similar word of the other name, in any order. Longer words have more weight. */
function likenessOfWords(one: readonly string[], other: readonly string[]): number {
  const pairs: { at: number; otherAt: number; weight: number }[] = [];
  for (const [at, word] of one.entries()) {
    for (const [otherAt, otherWord] of other.entries()) {
      const shorter = Math.min(word.length, otherWord.length);
      const longer = Math.max(word.length, otherWord.length);
      if (shorter / longer < LEAST_OF_WORDS) continue;
      const similarity = likeness(word, otherWord);
      if (similarity >= LEAST_OF_WORDS) pairs.push({ at, otherAt, weight: similarity * (shorter + longer) });
    }
  }
  pairs.sort((first, second) => second.weight - first.weight);
  const used = { one: new Set<number>(), other: new Set<number>() };
  let total = 0;
  for (const { at, otherAt, weight } of pairs) {
    if (used.one.has(at) || used.other.has(otherAt)) continue;
    used.one.add(at);
    used.other.add(otherAt);
    total += weight;
  }
  return total / (lettersOf(one) + lettersOf(other));
}

/** Compares the denied name with each sequence of as many words, and returns the best result. */
function likenessWithin(words: readonly string[], denied: ComparableName): number {
  const { length } = denied.words;
  if (length >= words.length || denied.joined.length < SHORTEST_WITHIN) return 0;
  let best = 0;
  for (let from = 0; from + length <= words.length; from += 1) {
    best = Math.max(best, likenessOfWords(words.slice(from, from + length), denied.words));
  }
  return best;
}

function lettersOf(words: readonly string[]): number {
  return words.reduce((sum, { length }) => sum + length, 0);
}
