/**
 * The beginning of a text, counted as the contract counts: in characters. Half of a character of two code units would be
 * refused by every strict reader of JSON, the database included.
 */
export function firstCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  // a character has two code units at most
  return [...text.slice(0, 2 * most)].slice(0, most).join('');
}
