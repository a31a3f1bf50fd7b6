import type { Tx } from '../storage/index.ts';
import type { KeyRing } from './key-ring.ts';
import type { KeySnapshot } from './key-snapshot.ts';
import type { Pan } from './pan.ts';
import { findByHash, type LookupHash, type VaultRow } from './vault-store.ts';

/** A full number with its hash under the current lookup key. */
export interface LookupMark extends LookupHash {
  readonly pan: Pan;
}

export interface RequestedNumber {
  readonly bankId: string;
  readonly mark: LookupMark;
}

/** The number of retries after key changes during one search. More changes mean that something is wrong. */
const MAX_TRIES = 5;

/**
 * Finds the cards of full numbers; `position` counts the requested ones from 1. One statement searches each number
 * under all active and retiring lookup keys. A number is reported as unknown only if these keys are still the current
 * ones: otherwise rows may have moved to a key that another server has just activated.
 */
export async function findByNumber(
  tx: Tx,
  ring: KeyRing,
  requested: readonly RequestedNumber[],
): Promise<(VaultRow & { position: number })[]> {
  const matches: (VaultRow & { position: number })[] = [];
  let remaining = requested.map((_, at) => at + 1);
  let keys = ring.now();
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const hashes = remaining.flatMap((position) => {
      const { bankId, mark } = requested[position - 1]!;
      return hashesOf(keys, mark).map((hash) => ({ ...hash, bankId, position }));
    });
    const rows = await findByHash(tx, hashes);
    matches.push(...rows);
    remaining = remaining.filter((position) => !rows.some((row) => row.position === position));
    if (remaining.length === 0) return matches;
    const searched = keys.lookupsInForce;
    keys = await ring.refresh(tx);
    if (keys.lookupsInForce.join() !== searched.join()) continue;
    // throws for a missing key: a card under a key that this server lacks must not be reported as unknown
    for (const version of searched) ring.lookupKey(version);
    return matches;
  }
  throw new Error('the lookup keys changed too often during the search for a card');
}

/** Hashes under every searched key that this server has. Outside a rotation, the only one is the hash of the mark. */
export function hashesOf(keys: KeySnapshot, mark: LookupMark): LookupHash[] {
  return keys.lookupsInForce.flatMap((version) => {
    if (version === mark.version) return [{ version, hash: mark.hash }];
    const key = keys.lookups.get(version);
    return key === undefined ? [] : [{ version, hash: key.hash('card-number', mark.pan.reveal()) }];
  });
}
