import { setImmediate } from 'node:timers/promises';

/**
 * Yields to the event loop after each `workAtOnce` units of work, so that the server answers other requests during a
 * large one.
 */
export function createPauses(workAtOnce: number): (work?: number) => Promise<void> {
  let pendingWork = 0;
  return async (work = 1) => {
    pendingWork += work;
    if (pendingWork < workAtOnce) return;
    pendingWork = 0;
    await setImmediate();
  };
}

/**
 * Splits rows into batches that are limited in rows and in characters of text. A single row may exceed the limit of
 * characters.
 */
export function batchesOf<Row>(
  rows: readonly Row[],
  most: { rows: number; characters: number },
  charactersOf: (row: Row) => number = () => 0,
): Row[][] {
  const batches: Row[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const own = charactersOf(row);
    const last = batches.at(-1);
    if (last === undefined || last.length >= most.rows || characters + own > most.characters) {
      batches.push([row]);
      characters = own;
    } else {
      last.push(row);
      characters += own;
    }
  }
  return batches;
}
