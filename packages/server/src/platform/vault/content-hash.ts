import type { Tx } from '../storage/index.ts';
import { KeyMissing, type KeyRing } from './key-ring.ts';
import type { KeySnapshot } from './key-snapshot.ts';
import { shareKeys } from './key-store.ts';
import type { Pan } from './pan.ts';
import type { HashingKey } from './seal.ts';

/** A keyed hash with the version of the content key that made it. They are stored side by side. */
export interface ContentHash {
  readonly hash: Buffer;
  readonly version: number;
}

/** Under each retained key; the first is the one for new rows. */
type AllHashes = readonly [ContentHash, ...ContentHash[]];

/**
 * Keyed hashes of contents, by which repeated requests are recognized. A plain hash could be guessed, as a content may
 * be a card number. A row is compared under the version that made its hash, so a rotation changes no row.
 */
export interface Contents {
  /** The hash to store, under the key in force. */
  hash(content: string): ContentHash;
  /** Whether the stored hash is that of the content. A hash whose key was destroyed is that of no content. */
  isOf(stored: ContentHash, content: string): boolean;
  /** The hashes to search for where the hash itself finds the row: under all keys that are kept, first the one in force. */
  hashes(content: string): AllHashes;
  /** Until the transaction ends, every server makes hashes under the same key: so a unique hash is unique. */
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

/** Hashes of a number that the lookup key's rotation does not change, first the one in force. */
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
