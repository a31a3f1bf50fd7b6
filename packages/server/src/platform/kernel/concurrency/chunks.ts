import type { BackgroundThrottle } from './background-throttle.ts';

/** The result of one chunk of work. */
export interface Chunk {
  readonly done: number;
  readonly isLast: boolean;
}

/**
 * Runs background work in chunks, each in its own transaction, and yields to traffic after each. Returns how much was
 * done.
 */
export async function inChunks(throttle: BackgroundThrottle, chunk: () => Promise<Chunk>): Promise<number> {
  let total = 0;
  for (;;) {
    const began = performance.now();
    const { done, isLast } = await chunk();
    total += done;
    if (isLast) return total;
    await throttle(performance.now() - began);
  }
}

/** Runs a chunk of at most `most` rows. A chunk with fewer rows is the last one. */
export async function chunkOf(most: number, work: (most: number) => Promise<number>): Promise<Chunk> {
  const done = await work(most);
  return { done, isLast: done < most };
}

/** Runs one chunk for each of the items. */
export function eachInChunks<Item>(
  throttle: BackgroundThrottle,
  items: readonly Item[],
  work: (item: Item) => Promise<number>,
): Promise<number> {
  let at = 0;
  return inChunks(throttle, async () => {
    const item = items[at++];
    const done = item === undefined ? 0 : await work(item);
    return { done, isLast: at >= items.length };
  });
}
