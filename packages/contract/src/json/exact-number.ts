/** Counts the numbers that `JSON.stringify` wrote as strings. If it wrote none, its result is correct. */
export const writtenAsTexts = { count: 0 };

/**
 * A JSON number whose text a binary floating point value would change: more digits than a double holds, trailing zeros,
 * an exponent. Card numbers of 17 to 19 digits and rates such as 1.10 arrive like that, so the text is the value.
 */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /**
   * Returns a string, because `JSON.stringify` cannot write a raw number. Stored and echoed copies use {@link
   * writeJson} instead.
   */
  toJSON(): string {
    writtenAsTexts.count += 1;
    return this.text;
  }
}

/** A value that is JSON text already and is written unchanged, so that stored JSON need not be parsed for an answer. */
export class WrittenJson extends ExactNumber {}

export type JsonValue = string | number | boolean | null | ExactNumber | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** The decimal text of a JSON number, or undefined for anything else. */
export function numberText(value: JsonValue): string | undefined {
  if (typeof value === 'number') return String(value);
  return value instanceof ExactNumber ? value.text : undefined;
}
