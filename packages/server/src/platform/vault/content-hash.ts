import type { Tx } from '../storage/index.ts';
import { KeyMissing, type KeyRing } from './key-ring.ts';
import type { KeySnapshot } from './key-snapshot.ts';
import { shareKeys } from './key-store.ts';
import type { Pan } from './pan.ts';
import type { HashingKey } from './seal.ts';

/** A keyed hash with the version of the content key that made it. Rows store both. */
export interface ContentHash {
  readonly hash: Buffer;
  readonly version: number;
}

/** The hashes under all stored keys; the first is the one for new rows. */
type AllHashes = readonly [ContentHash, ...ContentHash[]];

/**
 * Keyed hashes of contents, by which repeated requests are recognized. A plain hash could be guessed, because a content
 * may be a card number. A row is compared under the version that made its hash, so a rotation changes no row.
 */
export interface Contents {
  /** The hash to store, under the key in force. */
  hash(content: string): ContentHash;
  /** Whether the stored hash belongs to the content. A hash whose key was destroyed belongs to no content. */
  isOf(stored: ContentHash, content: string): boolean;
  /** The hashes to search for if the hash itself finds the row: under all stored keys, the one in force first. */
  hashes(content: string): AllHashes;
  /** Makes every server use the same key for hashes until the transaction ends, so that a unique hash is unique. */
  settle(tx: Tx): Promise<void>;
}

export function contentsOf(ring: KeyRing): Contents {
  return {
    hash: (content) => hashUnder(ring.now(), ring.now().hashing, 'content', content),
    isOf({ hash, version }, content) {
      const key = ring.contentKey(version);
      return key?.hash('content', content).equals(hash) === true;
    },
    hashes: (content) => hashesUnderAll(ring, 'content', content),
    async settle(tx) {
      await Promise.all([shareKeys(tx), ring.refresh(tx)]);
    },
  };
}

/** Hashes of a number that a rotation of the lookup key does not change, the one in force first. */
export function cardMarks(ring: KeyRing, pan: Pan): readonly Buffer[] {
  return hashesUnderAll(ring, 'card-number', pan.reveal()).map(({ hash }) => hash);
}

function hashesUnderAll(ring: KeyRing, domain: string, text: string): AllHashes {
  const keys = ring.now();
  const [first, ...others] = keys.contentsInUse;
  const under = (version: number) => hashUnder(keys, version, domain, text);
  return [under(first), ...others.map(under)];
}

function hashUnder({ contents }: KeySnapshot, version: number, domain: string, text: string): ContentHash {
  const key: HashingKey | undefined = contents.get(version);
  if (key === undefined) throw new KeyMissing(`there is no content key of version ${version}`);
  return { hash: key.hash(domain, text), version };
}
