import { setImmediate } from 'node:timers/promises';

/** Gives the thread away after every so much work: a large request is one of many that this server answers. */
export function createPaces(workAtOnce: number): (work?: number) => Promise<void> {
  let done = 0;
  return async (work = 1) => {
    done += work;
    if (done < workAtOnce) return;
    done = 0;
    await setImmediate();
  };
}

/** Rows in batches of at most so many rows, and of so many characters of text where one does not have more by itself. */
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
