import type { GiveWay } from './give-way.ts';

/** Does work piece by piece, each in its own transaction, until one says that nothing is left. Traffic comes first after each. */
export async function inBites(giveWay: GiveWay, bite: () => Promise<{ readonly isLast: boolean }>): Promise<void> {
  for (;;) {
    const began = performance.now();
    if ((await bite()).isLast) return;
    await giveWay(performance.now() - began);
  }
}

/** For bites that delete at most so many rows and say how many. */
export function untilFewer(most: number, deleted: number): { readonly isLast: boolean } {
  return { isLast: deleted < most };
}
