/** Splits typed or pasted entries at line breaks, commas, semicolons and tabs. Duplicates count once. */
export function splitEntries(text: string): readonly string[] {
  const typed = text.split(/[\n\r,;\t]+/).map((one) => one.trim());
  return [...new Set(typed.filter((one) => one !== ''))];
}
