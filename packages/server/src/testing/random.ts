import { randomInt } from 'node:crypto';

/** Reproducible random numbers: the same seed gives the same numbers (mulberry32). */
export interface Random {
  /** A whole number from `least` to `most`. */
  from(least: number, max: number): number;
  /** A whole number from 0 to one less than `count`. */
  below(count: number): number;
  oneIn(count: number): boolean;
  pick<T>(values: readonly T[]): T;
}

export function seededRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    from: (least, max) => least + below(max - least + 1),
    below,
    oneIn: (count) => below(count) === 0,
    pick: (values) => values[below(values.length)]!,
  };
}

/** Runs a test with random numbers. A failure names the seed; set TEST_SEED to it to repeat the run. */
export async function withSeed(
  work: (random: Random) => Promise<void>,
  announce: (seed: string) => void = () => {},
): Promise<void> {
  const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));
  announce(`TEST_SEED=${seed}`);
  try {
    await work(seededRandom(seed));
  } catch (error) {
    throw new Error(`TEST_SEED=${seed}: ${(error as Error).message}`, { cause: error });
  }
}
