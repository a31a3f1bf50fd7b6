import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../storage/index.ts';
import type { VisibleDigits } from './card-number.ts';
import type { RootKeys } from './key-file.ts';
import { Pan } from './pan.ts';
import { SealingKey } from './seal.ts';
import { findCandidates, insertCardNumber, insertDataKey, readDataKeys, type SealedRow } from './vault-store.ts';

/** Version of the lookup key in force; several are searched only while one is being rotated. */
export const LOOKUP_VERSION = 1;

/** A sealed text and the version of the data key that opens it, kept side by side: a rotation finds it by the version. */
export interface SealedText {
  readonly sealed: Buffer;
  readonly keyVersion: number;
}

/** Seals card numbers and secret texts under the newest data key, and finds card numbers by a keyed hash. */
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
  /** Cards of the bank whose number fits what is visible. Digits that no column holds are compared in here, sealed. */
  findVisible(tx: Tx, bankId: string, visible: VisibleDigits): Promise<{ card_id: bigint; account_id: bigint }[]>;
  /** The context says whose text it is, the bank first: it opens nowhere else. */
  seal(context: string, text: string): SealedText;
  /** Throws for another context, or when a single bit was changed. */
  open(context: string, sealed: SealedText): string;
}

/** Opens the vault with the key file's keys. Throws when they are not the ones that this database was filled with. */
export async function openVault(database: Database, keys: RootKeys): Promise<Vault> {
  const dataKeys = await openDataKeys(database, keys);
  const version = Math.max(...dataKeys.keys());
  const key = dataKeys.get(version)!;
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
    async findVisible(tx, bankId, { leading, trailing, length }) {
      const first6 = leading.length === FIRST_DIGITS ? [leading] : DIGITS.map((digit) => `${leading}${digit}`);
      const found = await findCandidates(tx, bankId, { first6, last4: trailing.slice(-LAST_DIGITS), length });
      const isKnown = trailing.length === LAST_DIGITS;
      const fitting = isKnown ? found : found.filter((row) => openNumber(dataKeys, bankId, row).endsWith(trailing));
      return fitting.map(({ card_id, account_id }) => ({ card_id, account_id }));
    },
    seal: (context, text) => ({ sealed: key.seal(Buffer.from(text), textContext(context)), keyVersion: version }),
    open: (context, { sealed, keyVersion }) =>
      keyOf(dataKeys, keyVersion).open(sealed, textContext(context)).toString(),
  };
}

const FIRST_DIGITS = 6;
const LAST_DIGITS = 4;
const DIGITS = [...'0123456789'];

function openNumber(dataKeys: ReadonlyMap<number, SealingKey>, bankId: string, row: SealedRow): Pan {
  const key = keyOf(dataKeys, row.key_version);
  return Pan.parse(key.open(row.sealed_number, numberContext(bankId, row.card_id)).toString())!;
}

function keyOf(dataKeys: ReadonlyMap<number, SealingKey>, version: number): SealingKey {
  const key = dataKeys.get(version);
  if (key === undefined) throw new Error(`there is no data key of version ${version}`);
  return key;
}

/** No caller's context can pass for that of a card number. */
function textContext(context: string): string {
  return `text:${context}`;
}

/** What a sealed number is bound to: it cannot be read in another card's row. */
function numberContext(bankId: string, cardId: bigint): string {
  return `card-number:${bankId}:${cardId}`;
}

/** By version; rows of every version are there to be read, the newest is the one that seals. */
async function openDataKeys(database: Database, keys: RootKeys): Promise<ReadonlyMap<number, SealingKey>> {
  const stored = await readDataKeys(database);
  if (stored.length === 0) {
    // several servers may start at once: the first row stays, and all of them read it
    await insertDataKey(database, 1, keys.master.seal(randomBytes(32), dataKeyContext(keys, 1)));
    return await openDataKeys(database, keys);
  }
  try {
    return new Map(
      stored.map(({ key_version: version, wrapped_key: wrapped }) => [
        version,
        new SealingKey(keys.master.open(wrapped, dataKeyContext(keys, version))),
      ]),
    );
  } catch {
    throw new Error('the keys are not the ones that this database was filled with: check CARDWRIGHT_KEY_FILE');
  }
}

/** Holds a mark of the lookup key too: under another one no card would be found, which must not look like an empty vault. */
function dataKeyContext(keys: RootKeys, version: number): string {
  return `data-key:${version}:${keys.lookup.hash('data-key', String(version)).toString('hex')}`;
}
