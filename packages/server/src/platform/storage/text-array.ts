const TEXT_TYPE = 25;
const HEAD = 20;

/**
 * Texts in UTF-8 as a parameter of the type text[], in the binary form: nobody has to look for quotes in them, neither here nor
 * in the database, which for texts of many KiB takes longer than storing them.
 */
export class TextArray {
  readonly #texts: readonly Uint8Array[];
  readonly byteLength: number;

  constructor(texts: readonly Uint8Array[]) {
    this.#texts = texts;
    this.byteLength = texts.reduce((sum, text) => sum + 4 + text.length, HEAD);
  }

  /** Returns how many bytes it wrote. */
  copy(target: Buffer, start = 0): number {
    // one dimension, no nulls, its elements' type, their number, the first one's place
    for (const [at, value] of [1, 0, TEXT_TYPE, this.#texts.length, 1].entries())
      target.writeInt32BE(value, start + 4 * at);
    let at = start + HEAD;
    for (const text of this.#texts) {
      at = target.writeInt32BE(text.length, at);
      target.set(text, at);
      at += text.length;
    }
    return at - start;
  }

  /** Called by the driver, where it writes the parameter. */
  toPostgres(): Buffer {
    const bytes = Buffer.allocUnsafe(this.byteLength);
    this.copy(bytes);
    return bytes;
  }
}
