/** In bytes. Smaller parts are copied together, because a separate buffer costs more memory than they hold. */
const SMALLEST = 16 * 1024;
const BLOCK = 64 * 1024;

/** Bytes that arrive in parts. They are not joined until a caller needs them whole. */
export class ByteParts {
  readonly #parts: Buffer<ArrayBuffer>[] = [];
  /** The block that small parts are copied to, and the number of its bytes in use. */
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
    if (part.length >= SMALLEST && ownsItsBuffer(part)) {
      this.#close();
      this.#parts.push(part);
    } else this.#copy(part);
  }

  whole(): Buffer {
    this.#close();
    return this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
  }

  /** The parts in order. Each owns its memory, so that it can be transferred to another thread. */
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

function ownsItsBuffer(part: Buffer): part is Buffer<ArrayBuffer> {
  return part.buffer instanceof ArrayBuffer && part.buffer.byteLength === part.length;
}
