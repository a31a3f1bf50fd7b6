import { normalizeWords } from '../../platform/kernel/text/normalize-words.ts';

/** Letters of a word that count. */
const MOST_LETTERS = 40;
/** Words of one merchant that are kept, and of a search that are looked for. */
const MOST_WORDS = 40;

export interface NamedMerchant {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly legalName: string;
}

/** The words that a merchant is found by, with blanks between them. */
export function wordsOfMerchant({ merchantId, merchantName, legalName }: NamedMerchant): string {
  return searchWords(`${merchantId} ${merchantName} ${legalName}`).join(' ');
}

export function searchWords(text: string): readonly string[] {
  const words = normalizeWords(text).map((word) => [...word].slice(0, MOST_LETTERS).join(''));
  return [...new Set(words)].slice(0, MOST_WORDS);
}
