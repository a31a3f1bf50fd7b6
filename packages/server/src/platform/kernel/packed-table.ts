/** Rows next to each other that a key may be in. */
const WAYS = 8;
/** Parts that grow each by itself: doubling one takes well under a millisecond, whatever the whole holds. */
const PARTS = 256;
const SMALLEST = 2 * WAYS;
/** Of each row: the two numbers of its key, and when it was used last, 0 where it is free. */
const [FIRST, SECOND, USED, VALUES] = [0, 1, 2, 3];

/** A row that was found: for `read`, until something is put in. */
export type PackedRow = number;

interface Place {
  readonly rows: Float64Array;
  readonly at: number;
}

/** A key that is one number has 0 as its second one. Numbers are whole, not negative, and safe integers. */
export interface PackedTable {
  find(first: number, second: number): PackedRow | undefined;
  read(row: PackedRow, column: number): number;
  /** Another row of the same neighbourhood, the one that was used least recently, makes room where there is none. */
  put(first: number, second: number, values: readonly number[]): void;
  remove(first: number, second: number): void;
  clear(): void;
}

/**
 * A cache of very many rows of a few numbers each, in arrays of numbers: an entry of a Map with objects takes ten times as much, and the
 * collector of garbage walks through all of them. It grows with what is in it.
 * @param most how many rows surely fit, about
 */
export function createPackedTable({ most, columns }: { most: number; columns: number }): PackedTable {
  const width = VALUES + columns;
  const largest = roundUp((2 * most) / PARTS);
  const parts = new Array<Float64Array | undefined>(PARTS);
  let clock = 0;

  /** Where the rows begin that a key may be in. */
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
  const known = (first: number, second: number, hash: number): Place | undefined => {
    const rows = parts[hash % PARTS];
    const at = rows && placeIn(rows, hash, first, second);
    return rows === undefined || at === undefined ? undefined : { rows, at };
  };

  return {
    find(first, second) {
      const hash = hashOf(first, second);
      const found = known(first, second, hash);
      if (found === undefined) return undefined;
      found.rows[found.at + USED] = ++clock;
      return found.at * PARTS + (hash % PARTS);
    },
    read: (row, column) => parts[row % PARTS]?.[Math.floor(row / PARTS) + VALUES + column] ?? 0,
    put(first, second, values) {
      const hash = hashOf(first, second);
      const { rows, at } = known(first, second, hash) ?? freeIn(hash);
      rows[at + FIRST] = first;
      rows[at + SECOND] = second;
      rows[at + USED] = ++clock;
      rows.set(values, at + VALUES);
    },
    remove(first, second) {
      const found = known(first, second, hashOf(first, second));
      if (found !== undefined) found.rows[found.at + USED] = 0;
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

/** Spreads numbers that follow each other, as identifiers do, over all bits (the finalizer of MurmurHash3). */
function hashOf(first: number, second: number): number {
  let hash = first ^ Math.imul(first / HIGH, 0x85eb_ca6b) ^ Math.imul(second, 0xc2b2_ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
