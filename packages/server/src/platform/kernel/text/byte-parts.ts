/** Smaller parts are put together: each that is kept by itself takes more memory than it brings. */
const SMALLEST = 16 * 1024;
const BLOCK = 64 * 1024;

/** Bytes that come part by part. They stay where they are until somebody needs them as a whole. */
export class ByteParts {
  readonly #parts: Buffer<ArrayBuffer>[] = [];
  /** Where small parts are put together, and how much of it is taken. */
  #block: Buffer<ArrayBuffer> = Buffer.alloc(0);
  #taken = 0;
  #length = 0;

  static of(bytes: Buffer): ByteParts {
    const parts = new ByteParts();
    parts.add(bytes);
    return parts;
  }

  get length(): number {
    return this.#length;
  }

  add(part: Buffer): void {
    this.#length += part.length;
    if (part.length >= SMALLEST && isAlone(part)) {
      this.#close();
      this.#parts.push(part);
    } else this.#copy(part);
  }

  whole(): Buffer {
    this.#close();
    return this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
  }

  /** In their order. Each has its memory for itself, so that it can be handed over to another thread. */
  parts(): readonly Buffer<ArrayBuffer>[] {
    this.#close();
    return this.#parts;
  }

  #copy(part: Buffer): void {
    for (let from = 0; from < part.length; ) {
      if (this.#taken === this.#block.length) {
        this.#close();
        this.#block = Buffer.allocUnsafeSlow(BLOCK);
      }
      const copied = part.copy(this.#block, this.#taken, from);
      this.#taken += copied;
      from += copied;
    }
  }

  #close(): void {
    if (this.#taken > 0) this.#parts.push(this.#block.subarray(0, this.#taken));
    this.#block = Buffer.alloc(0);
    this.#taken = 0;
  }
}

function isAlone(part: Buffer): part is Buffer<ArrayBuffer> {
  return part.buffer instanceof ArrayBuffer && part.buffer.byteLength === part.length;
}
