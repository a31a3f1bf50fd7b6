import anyAscii from 'any-ascii';

/** Letters of other scripts, and the Latin letters that they look like in one of their cases. */
const LATIN_LOOKS: Record<string, string> = {
  // Cyrillic
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ҽ: 'e',
  ғ: 'f',
  н: 'h',
  һ: 'h',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  п: 'n',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  ц: 'u',
  ѵ: 'v',
  ѡ: 'w',
  ԝ: 'w',
  х: 'x',
  у: 'y',
  ү: 'y',
  ь: 'b',
  // Greek
  α: 'a',
  β: 'b',
  ϲ: 'c',
  ε: 'e',
  η: 'h',
  ι: 'i',
  ϳ: 'j',
  κ: 'k',
  μ: 'm',
  ν: 'n',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'y',
  χ: 'x',
  ω: 'w',
  ζ: 'z',
};
/** Digits that stand for letters, where a word has letters too. */
const LETTER_DIGITS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

/**
 * A word as the eye reads it: two words that look alike become equal. Only for comparing; the table is that of names
 * and not of Unicode's whole list of confusable characters, so that the letters of one script stay apart.
 */
export function lookOf(word: string): string {
  const latin = word
    .replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => LATIN_LOOKS[letter] ?? letter)
    .replace(/[^\P{Script=Latin}a-z]/gu, (letter) => anyAscii(letter).toLowerCase());
  const letters = /\p{L}/u.test(latin) ? latin.replace(/[0134578]/g, (digit) => LETTER_DIGITS[digit] ?? digit) : latin;
  return letters.replace(/l/g, 'i').replace(/rn/g, 'm').replace(/vv/g, 'w');
}
