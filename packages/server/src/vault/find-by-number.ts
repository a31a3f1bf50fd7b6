import type { Tx } from '../storage/index.ts';
import type { KeyRing } from './key-ring.ts';
import type { KeySnapshot } from './key-snapshot.ts';
import type { Pan } from './pan.ts';
import { findByHash, type LookupHash, type VaultRow } from './vault-store.ts';

/** A full number with its hash under the lookup key in force. */
export interface LookupMark extends LookupHash {
  readonly pan: Pan;
}

export interface WantedNumber {
  readonly bankId: string;
  readonly mark: LookupMark;
}

/** More changes than this while one question is asked: something is wrong. */
const MOST_TRIES = 5;

/**
 * Cards of full numbers; `position` counts the wanted ones from 1. Number by number, all lookup keys that are searched are
 * asked in one statement. "Nobody's" is said only when the keys that were asked are still all of them: rows may have gone
 * over to a key that another server put into force a moment ago.
 */
export async function findByNumber(
  tx: Tx,
  ring: KeyRing,
  wanted: readonly WantedNumber[],
): Promise<(VaultRow & { position: number })[]> {
  const found: (VaultRow & { position: number })[] = [];
  let left = wanted.map((_, at) => at + 1);
  let keys = ring.now();
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const hashes = left.flatMap((position) => {
      const { bankId, mark } = wanted[position - 1]!;
      return hashesOf(keys, mark).map((hash) => ({ ...hash, bankId, position }));
    });
    const rows = await findByHash(tx, hashes);
    found.push(...rows);
    left = left.filter((position) => !rows.some((row) => row.position === position));
    if (left.length === 0) return found;
    const searched = keys.lookupsInForce;
    keys = await ring.refresh(tx);
    if (keys.lookupsInForce.join() !== searched.join()) continue;
    // a card that lies under a key which is not here must not pass for one that is nobody's
    for (const version of searched) ring.lookupKey(version);
    return found;
  }
  throw new Error('the lookup keys changed too often while a card was looked for');
}

/** Under every key that is searched and is here. Outside a rotation that is the one hash that the mark brings along. */
export function hashesOf(keys: KeySnapshot, mark: LookupMark): LookupHash[] {
  return keys.lookupsInForce.flatMap((version) => {
    if (version === mark.version) return [{ version, hash: mark.hash }];
    const key = keys.lookups.get(version);
    return key === undefined ? [] : [{ version, hash: key.hash('card-number', mark.pan.reveal()) }];
  });
}
