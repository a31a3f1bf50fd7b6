import { distance } from 'fastest-levenshtein';
import { lookOf } from './look-alikes.ts';
import { nameKey } from './name-key.ts';

/** Words that differ by more than this are different words, and not one that is misspelled. */
const LEAST_OF_WORDS = 0.6;
/** What a name that holds a denied one among other words is at most. */
const WITHIN_ANOTHER = 0.9;
/** A shorter name is not looked for within others: it would be found everywhere. */
const SHORTEST_WITHIN = 8;
/** Only the same name is 1. */
const MOST_OF_OTHERS = 0.99;
/** Beyond this, a name has too many words to compare each with each. */
const MOST_WORDS = 20;

/** A name in the forms that are compared. */
export interface ComparableName {
  readonly name: string;
  /** The words of its key in an order of their own, so that the order in the name does not count. */
  readonly sorted: string;
  /** Its words as they look. */
  readonly words: readonly string[];
  readonly joined: string;
}

/** Undefined for a name without letters and digits, which is like no other. */
export function toComparable(name: string): ComparableName | undefined {
  const key = nameKey(name);
  if (key === '') return undefined;
  const all = key.split(' ');
  const words = all.slice(0, MOST_WORDS).map(lookOf);
  return { name, sorted: all.toSorted().join(' '), words, joined: words.join('') };
}

/**
 * How much a name is like a denied one, from 0 to 1 in hundredths, rounded down. 1 is the same name but for case,
 * accents, punctuation, legal form and the order of words (docs/interface/merchant-review.md#score).
 */
export function similarity(compared: ComparableName, denied: ComparableName): number {
  if (compared.sorted === denied.sorted) return 1;
  const alike = Math.max(
    likeness(compared.joined, denied.joined),
    likenessOfWords(compared.words, denied.words),
    WITHIN_ANOTHER * likenessWithin(compared.words, denied),
  );
  // a hundredth that a division left a little too small is still that hundredth
  return Math.min(MOST_OF_OTHERS, Math.floor(alike * 100 + 1e-9) / 100);
}

function likeness(one: string, other: string): number {
  return 1 - distance(one, other) / Math.max(one.length, other.length);
}

/** Pairs each word with the one that it is most like, whatever their order; longer words count for more. */
function likenessOfWords(one: readonly string[], other: readonly string[]): number {
  const pairs: { at: number; otherAt: number; weight: number }[] = [];
  for (const [at, word] of one.entries()) {
    for (const [otherAt, otherWord] of other.entries()) {
      const shorter = Math.min(word.length, otherWord.length);
      const longer = Math.max(word.length, otherWord.length);
      if (shorter / longer < LEAST_OF_WORDS) continue;
      const alike = likeness(word, otherWord);
      if (alike >= LEAST_OF_WORDS) pairs.push({ at, otherAt, weight: alike * (shorter + longer) });
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

/** The same for the words in a row, as many as the denied name has, that are most like it. */
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
