/** The bits of fields 1 to 128, in four integers of 32 bits. The highest bit of the first one is field 1. */
export type Bitmap = [number, number, number, number];

export const LAST_FIELD = 128;

/**
 * A message: its type, and the values of the fields that are present. Values are text: digits, characters, and lower-case
 * hexadecimal digits for binary fields. Absent fields take no space. `JSON.stringify` and `console.log` do not show values,
 * so that a log does not hold card data by mistake.
 *
 * @example
 * const response = new Message('0810', { 11: '000042', 39: '00', 70: '301' });
 * response.get(39); // '00'
 */
export class Message implements Iterable<readonly [field: number, value: string]> {
  readonly mti: string;
  #bitmap: Bitmap = [0, 0, 0, 0];
  #values: string[] = [];

  constructor(mti: string, fields: Readonly<Record<number, string>> = {}) {
    this.mti = mti;
    for (const field in fields) {
      const value = fields[field];
      if (value !== undefined) this.set(Number(field), value);
    }
  }

  /** Creates a message from the parts that a decoder has read, without copying them. */
  static fromParts(mti: string, bitmap: Bitmap, values: string[]): Message {
    const message = new Message(mti);
    message.#bitmap = bitmap;
    message.#values = values;
    return message;
  }

  /** Returns the value of a field, or undefined if the message does not have it. */
  get(field: number): string | undefined {
    return this.has(field) ? this.#values[this.#rank(field)] : undefined;
  }

  has(field: number): boolean {
    return field > 1 && field <= LAST_FIELD && (wordOf(this.#bitmap, field) & bitOf(field)) !== 0;
  }

  /** Sets a field from 2 to 128. The codec checks the value when it encodes the message. */
  set(field: number, value: string): this {
    if (!Number.isInteger(field) || field < 2 || field > LAST_FIELD) throw new RangeError(`There is no field ${field}`);
    const rank = this.#rank(field);
    if (this.has(field)) {
      this.#values[rank] = value;
      return this;
    }
    this.#bitmap[(field - 1) >> 5] = wordOf(this.#bitmap, field) | bitOf(field);
    if (rank === this.#values.length) this.#values.push(value);
    else this.#values.splice(rank, 0, value);
    return this;
  }

  /** Removes a field. Returns whether the message had it. */
  delete(field: number): boolean {
    if (!this.has(field)) return false;
    this.#values.splice(this.#rank(field), 1);
    this.#bitmap[(field - 1) >> 5] = wordOf(this.#bitmap, field) & ~bitOf(field);
    return true;
  }

  /** The numbers of the fields that are present, in ascending order. */
  get fields(): number[] {
    return [...this].map(([field]) => field);
  }

  *[Symbol.iterator](): Iterator<readonly [field: number, value: string]> {
    let rank = 0;
    for (let field = 2; field <= LAST_FIELD; field++) {
      if (!this.has(field)) continue;
      yield [field, this.#values[rank] ?? ''];
      rank++;
    }
  }

  /** The fields that are present as an object. It holds card data. */
  toObject(): Record<number, string> {
    return Object.fromEntries(this);
  }

  /** The parts that an encoder writes. Field 1 of the bitmap is set if a decoded message had a secondary bitmap. */
  get bitmap(): Readonly<Bitmap> {
    return this.#bitmap;
  }

  /** The values of the fields that are present, in the order of the fields. */
  get values(): readonly string[] {
    return this.#values;
  }

  /** The number of fields before this one. */
  #rank(field: number): number {
    const [first, second, third] = this.#bitmap;
    // field 1 has no value
    const word = (field - 1) >> 5;
    let rank = 0;
    if (word > 0) rank += countBits(first & 0x7fffffff);
    if (word > 1) rank += countBits(second);
    if (word > 2) rank += countBits(third);
    const before = wordOf(this.#bitmap, field) & (word === 0 ? 0x7fffffff : -1);
    return rank + countBits(before & ~(-1 >>> ((field - 1) & 31)));
  }
}

function wordOf(bitmap: Readonly<Bitmap>, field: number): number {
  return bitmap[(field - 1) >> 5] ?? 0;
}

function bitOf(field: number): number {
  return 0x80000000 >>> ((field - 1) & 31);
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
