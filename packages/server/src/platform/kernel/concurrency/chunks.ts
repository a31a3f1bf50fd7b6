import type { BackgroundThrottle } from './background-throttle.ts';

/** What a piece of work did, and whether nothing is left after it. */
export interface Chunk {
  readonly done: number;
  readonly isLast: boolean;
}

/**
 * Does work that nobody waits for piece by piece, each in a transaction of its own, and gives way to traffic after each. Answers
 * how much was done.
 */
export async function inChunks(giveWay: BackgroundThrottle, bite: () => Promise<Chunk>): Promise<number> {
  let total = 0;
  for (;;) {
    const began = performance.now();
    const { done, isLast } = await bite();
    total += done;
    if (isLast) return total;
    await giveWay(performance.now() - began);
  }
}

/** A bite of at most so many rows: the last one has fewer. */
export async function chunkOf(most: number, work: (most: number) => Promise<number>): Promise<Chunk> {
  const done = await work(most);
  return { done, isLast: done < most };
}

/** The same with a bite for each of the items. */
export function eachInChunks<Item>(
  giveWay: BackgroundThrottle,
  items: readonly Item[],
  work: (item: Item) => Promise<number>,
): Promise<number> {
  let at = 0;
  return inChunks(giveWay, async () => {
    const item = items[at++];
    const done = item === undefined ? 0 : await work(item);
    return { done, isLast: at >= items.length };
  });
}
