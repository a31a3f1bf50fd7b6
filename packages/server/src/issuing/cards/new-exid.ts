import { randomDigits } from '../../platform/kernel/text/random-digits.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { makeExid } from './card.ts';
import { type CardKey, claimExid } from './card-store.ts';

/** The maximum number of attempts to find a free EXID. After the last one, the request fails as a malfunction. */
const MAX_TRIES = 20;

/** Creates a new EXID for the card. */
export async function newExid(tx: Tx, bankId: string, key: CardKey): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const exid = makeExid(randomDigits);
    if (await claimExid(tx, bankId, exid, key)) return exid;
  }
  throw new Error('no free EXID found');
}
