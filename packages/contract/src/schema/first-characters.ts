/**
 * Returns the beginning of a text, counted in characters as in the contract. A text that is cut within a character of
 * two code units would be refused by strict JSON readers and by the database.
 */
export function firstCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  // A character has at most two code units.
  return [...text.slice(0, 2 * most)].slice(0, most).join('');
}
