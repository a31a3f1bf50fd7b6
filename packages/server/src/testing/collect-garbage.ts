import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects garbage until nothing that only a weak reference holds is left. */
export async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    collect();
    // what a finalizer lets go of is garbage of the next round
    await sleep(10);
  }
}
