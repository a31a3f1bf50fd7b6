import { normalizeWords } from '../../platform/kernel/text/normalize-words.ts';

/** Letters of a word that count. */
const MAX_LETTERS = 40;
/** Number of words that are stored for a merchant, and of words that a search looks for. */
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
