/**
 * Returns the beginning of a text, counted in characters as in the contract. Half of a character of two code units
 * would be refused by strict JSON readers and by the database.
 */
export function firstCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  // a character has at most two code units
  return [...text.slice(0, 2 * most)].slice(0, most).join('');
}
