/** Number of adjacent rows that a key can be in. */
const WAYS = 8;
/**
 * Number of parts, each of which grows separately: doubling one takes well under a millisecond at any size of the
 * table.
 */
const PARTS = 256;
const SMALLEST = 2 * WAYS;
/** Columns of a row: the two numbers of its key, the time of its last use (0 for a free row), and the first value. */
const [FIRST, SECOND, USED, VALUES] = [0, 1, 2, 3];

/** A row that was found. It is valid for `read` until the next `put`. */
export type PackedRow = number;

interface Place {
  readonly rows: Float64Array;
  readonly at: number;
}

/** A key of one number has 0 as its second number. Numbers are safe, non-negative integers. */
export interface PackedTable {
  find(first: number, second: number): PackedRow | undefined;
  read(row: PackedRow, column: number): number;
  /** Stores a row. If its neighborhood is full, the row there that was used least recently is evicted. */
  put(first: number, second: number, values: readonly number[]): void;
  remove(first: number, second: number): void;
  clear(): void;
}

/**
 * A cache of very many rows of a few numbers each, in typed arrays: a Map with objects takes ten times the memory, and
 * the garbage collector walks through all of them. The table grows with its content.
 * @param maxEntries how many rows are sure to fit, about
 */
export function createPackedTable({ maxEntries: most, columns }: { maxEntries: number; columns: number }): PackedTable {
  const width = VALUES + columns;
  const largest = roundUp((2 * most) / PARTS);
  const parts = new Array<Float64Array | undefined>(PARTS);
  let clock = 0;

  /** The index of the first row that a key can be in. */
  const homeIn = (rows: Float64Array, hash: number) => ((hash >>> 8) % (rows.length / width / WAYS)) * WAYS * width;
  const placeIn = (rows: Float64Array, hash: number, first: number, second: number) => {
    const home = homeIn(rows, hash);
    for (let at = home; at < home + WAYS * width; at += width) {
      if (rows[at + FIRST] === first && rows[at + SECOND] === second && rows[at + USED] !== 0) return at;
    }
    return undefined;
  };
  const leastUsedIn = (rows: Float64Array, hash: number) => {
    const home = homeIn(rows, hash);
    let least = home;
    for (let at = home; at < home + WAYS * width; at += width) if (usedAt(rows, at) < usedAt(rows, least)) least = at;
    return least;
  };
  const grown = (rows: Float64Array) => {
    const larger = new Float64Array(2 * rows.length);
    for (let at = 0; at < rows.length; at += width) {
      if (rows[at + USED] === 0) continue;
      const to = leastUsedIn(larger, hashOf(rows[at + FIRST] ?? 0, rows[at + SECOND] ?? 0));
      larger.set(rows.subarray(at, at + width), to);
    }
    return larger;
  };
  const freeIn = (hash: number): Place => {
    const part = hash % PARTS;
    const rows = parts[part] ?? new Float64Array(SMALLEST * width);
    parts[part] = rows;
    const at = leastUsedIn(rows, hash);
    if (rows[at + USED] === 0 || rows.length >= largest * width) return { rows, at };
    parts[part] = grown(rows);
    return freeIn(hash);
  };
  const find = (first: number, second: number, hash: number): Place | undefined => {
    const rows = parts[hash % PARTS];
    const at = rows && placeIn(rows, hash, first, second);
    return rows === undefined || at === undefined ? undefined : { rows, at };
  };

  return {
    find(first, second) {
      const hash = hashOf(first, second);
      const place = find(first, second, hash);
      if (place === undefined) return undefined;
      place.rows[place.at + USED] = ++clock;
      return place.at * PARTS + (hash % PARTS);
    },
    read: (row, column) => parts[row % PARTS]?.[Math.floor(row / PARTS) + VALUES + column] ?? 0,
    put(first, second, values) {
      const hash = hashOf(first, second);
      const { rows, at } = find(first, second, hash) ?? freeIn(hash);
      rows[at + FIRST] = first;
      rows[at + SECOND] = second;
      rows[at + USED] = ++clock;
      rows.set(values, at + VALUES);
    },
    remove(first, second) {
      const place = find(first, second, hashOf(first, second));
      if (place !== undefined) place.rows[place.at + USED] = 0;
    },
    clear: () => parts.fill(undefined),
  };
}

function usedAt(rows: Float64Array, at: number): number {
  return rows[at + USED] ?? 0;
}

function roundUp(rows: number): number {
  return Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(rows)));
}

const HIGH = 2 ** 32;

/** Hashes consecutive numbers, such as identifiers, to all bits (the finalizer of MurmurHash3). */
function hashOf(first: number, second: number): number {
  let hash = first ^ Math.imul(first / HIGH, 0x85eb_ca6b) ^ Math.imul(second, 0xc2b2_ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
