const TEXT_TYPE = 25;
const HEAD = 20;

/**
 * Texts in UTF-8 as a parameter of the type text[] in binary form. This form avoids escaping, which takes longer than
 * storing for texts of many KiB.
 */
export class TextArray {
  readonly #texts: readonly Uint8Array[];
  readonly byteLength: number;

  constructor(texts: readonly Uint8Array[]) {
    this.#texts = texts;
    this.byteLength = texts.reduce((sum, text) => sum + 4 + text.length, HEAD);
  }

  /** Copies the parameter to a buffer. Returns the number of written bytes. */
  copy(target: Buffer, start = 0): number {
    // one dimension, no nulls, the type and number of elements, the first index
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

  /** Writes the parameter. The driver calls this function. */
  toPostgres(): Buffer {
    const bytes = Buffer.allocUnsafe(this.byteLength);
    this.copy(bytes);
    return bytes;
  }
}
