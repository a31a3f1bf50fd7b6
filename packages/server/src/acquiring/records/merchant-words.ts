import { normalizeWords } from '../../platform/kernel/text/normalize-words.ts';

/** How many letters of a word are stored and compared. */
const MAX_LETTERS = 40;
/** How many words are stored for a merchant, and how many a search looks for. */
const MAX_WORDS = 40;

export interface SearchedMerchant {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly legalName: string;
}

/** Returns the words by which a search finds a merchant, separated by blanks. */
export function wordsOfMerchant({ merchantId, merchantName, legalName }: SearchedMerchant): string {
  return searchWords(`${merchantId} ${merchantName} ${legalName}`).join(' ');
}

export function searchWords(text: string): readonly string[] {
  const words = normalizeWords(text).map((word) => [...word].slice(0, MAX_LETTERS).join(''));
  return [...new Set(words)].slice(0, MAX_WORDS);
}
