import anyAscii from 'any-ascii';

/** Letters of other scripts, with the Latin letters that one of their cases looks like. */
const LATIN_LOOK_ALIKES: Record<string, string> = {
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
/** Digits that replace letters in words that also have letters. */
const LETTER_DIGITS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

/**
 * Returns a word as the eye reads it, so that two words that look alike become equal. The result is for comparisons
 * only. The table covers letters of names and not Unicode's whole list of confusable characters, so that letters of the
 * same script stay distinct.
 */
export function skeletonOf(word: string): string {
  const latin = word
    .replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => LATIN_LOOK_ALIKES[letter] ?? letter)
    .replace(/[^\P{Script=Latin}a-z]/gu, (letter) => anyAscii(letter).toLowerCase());
  const letters = /\p{L}/u.test(latin) ? latin.replace(/[0134578]/g, (digit) => LETTER_DIGITS[digit] ?? digit) : latin;
  return letters.replace(/l/g, 'i').replace(/rn/g, 'm').replace(/vv/g, 'w');
}
