import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../storage/index.ts';
import type { RootKeys } from './key-file.ts';
import type { Pan } from './pan.ts';
import { SealingKey } from './seal.ts';
import { insertCardNumber, insertDataKey, readDataKeys } from './vault-store.ts';

/** Version of the lookup key in force; several are searched only while one is being rotated. */
export const LOOKUP_VERSION = 1;

/** Seals card numbers under the newest data key and finds them by a keyed hash. */
export interface Vault {
  lookupHash(pan: Pan): Buffer;
  /** Keyed hash of a request's content: it may hold a card number, so a plain hash could be guessed. */
  contentHash(content: string): Buffer;
  /** Stores a number in the caller's transaction. False when the bank has it already. */
  store(
    tx: Tx,
    bankId: string,
    card: { cardId: bigint; accountId: bigint; expiry: string },
    pan: Pan,
  ): Promise<boolean>;
}

/** Opens the vault with the key file's keys. Throws when they are not the ones that this database was filled with. */
export async function openVault(database: Database, keys: RootKeys): Promise<Vault> {
  const { version, key } = await newestDataKey(database, keys);
  return {
    lookupHash: (pan) => keys.lookup.hash('card-number', pan.reveal()),
    contentHash: (content) => keys.lookup.hash('content', content),
    store: (tx, bankId, card, pan) =>
      insertCardNumber(tx, bankId, {
        cardId: card.cardId,
        accountId: card.accountId,
        lookupVersion: LOOKUP_VERSION,
        lookupHash: keys.lookup.hash('card-number', pan.reveal()),
        first6: pan.first6,
        last4: pan.last4,
        length: pan.length,
        expiry: card.expiry,
        keyVersion: version,
        sealed: key.seal(Buffer.from(pan.reveal()), numberContext(bankId, card.cardId)),
      }),
  };
}

/** What a sealed number is bound to: it cannot be read in another card's row. */
function numberContext(bankId: string, cardId: bigint): string {
  return `card-number:${bankId}:${cardId}`;
}

async function newestDataKey(database: Database, keys: RootKeys): Promise<{ version: number; key: SealingKey }> {
  const stored = await readDataKeys(database);
  if (stored.length === 0) {
    // several servers may start at once: the first row stays, and all of them read it
    await insertDataKey(database, 1, keys.master.seal(randomBytes(32), dataKeyContext(keys, 1)));
    return await newestDataKey(database, keys);
  }
  const newest = stored.reduce((best, row) => (row.key_version > best.key_version ? row : best));
  try {
    const key = keys.master.open(newest.wrapped_key, dataKeyContext(keys, newest.key_version));
    return { version: newest.key_version, key: new SealingKey(key) };
  } catch {
    throw new Error('the keys are not the ones that this database was filled with: check CARDWRIGHT_KEY_FILE');
  }
}

/** Holds a mark of the lookup key too: under another one no card would be found, which must not look like an empty vault. */
function dataKeyContext(keys: RootKeys, version: number): string {
  return `data-key:${version}:${keys.lookup.hash('data-key', String(version)).toString('hex')}`;
}
