import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects garbage until no weakly held object is left. */
export async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    collect();
    // a finalizer releases what the next round collects
    await nextTurn();
  }
}
