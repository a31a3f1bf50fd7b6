import { required } from '../kernel/required.ts';
import type { Database, Tx } from '../storage/index.ts';
import type { VisibleDigits } from './card-number.ts';
import { findByNumber, hashesOf, type LookupMark, type WantedNumber } from './find-by-number.ts';
import type { RootKeys } from './key-file.ts';
import { numberContext, textContext } from './key-marks.ts';
import { KeyMissing, type KeyRing, openKeyRing } from './key-ring.ts';
import type { KeySnapshot } from './key-snapshot.ts';
import { shareKeys } from './key-store.ts';
import { readSealedNumbers } from './number-store.ts';
import { Pan } from './pan.ts';
import { findCandidates, insertCardNumber, type NewVaultRow, type SealedRow, type VaultRow } from './vault-store.ts';

/** A sealed text and the version of the data key that opens it, kept side by side: a rotation finds it by the version. */
export interface SealedText {
  readonly sealed: Buffer;
  readonly keyVersion: number;
}

/** What the master key sealed itself, and the version of it. */
export interface SealedByMaster {
  readonly sealed: Buffer;
  readonly masterVersion: number;
}

export interface StoredCard {
  readonly cardId: bigint;
  readonly accountId: bigint;
  readonly expiry: string;
}

/** Seals card numbers and secret texts under the newest data key, and finds card numbers by a keyed hash. */
export interface Vault {
  /** The number with its keyed hash, to look for its card. The hash changes when the lookup key is rotated. */
  lookup(pan: Pan): LookupMark;
  /** Keyed hash of a number that stays the same for good, to tell a repeated message by. */
  cardMark(pan: Pan): Buffer;
  /** Keyed hash of a request's content: it may hold a card number, so a plain hash could be guessed. */
  contentHash(content: string): Buffer;
  /** Stores a number in the caller's transaction. False when the bank has it already. */
  store(tx: Tx, bankId: string, card: StoredCard, pan: Pan): Promise<boolean>;
  /** What would be stored of a number. */
  sealNumber(bankId: string, card: StoredCard, pan: Pan): NewVaultRow;
  /** Cards of full numbers; `position` counts the wanted ones from 1. */
  findByNumber(tx: Tx, wanted: readonly WantedNumber[]): Promise<(VaultRow & { position: number })[]>;
  /** Cards of the bank whose number fits what is visible. Digits that no column holds are compared in here, sealed. */
  findVisible(tx: Tx, bankId: string, visible: VisibleDigits): Promise<{ card_id: bigint; account_id: bigint }[]>;
  /** Full numbers of cards, for the file that a card bureau gets and for nothing else: each call is a line of the audit log. */
  reveal(tx: Tx, bankId: string, cardIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Pan>>;
  /** The context says whose text it is, the bank first: it opens nowhere else. */
  seal(context: string, text: string): SealedText;
  /** Throws for another context, or when a single bit was changed. */
  open(context: string, sealed: SealedText): string;
  /** For what has to open while no data key does: the master key in force, which stays so until the transaction ends. */
  sealByMaster(tx: Tx, context: string, plain: Buffer): Promise<SealedByMaster>;
  openByMaster(context: string, sealed: SealedByMaster): Buffer;
  /** Keyed hash under the newest data key, or under the one of a version, whose versions all stay readable for this. */
  mac(domain: string, bytes: Buffer, keyVersion?: number): { mac: Buffer; keyVersion: number };
  /** The keys, for those who look after them. */
  readonly ring: KeyRing;
}

/** Opens the vault with the key file's keys. Throws when they are not the ones that this database was filled with. */
export async function openVault(database: Database, keys: RootKeys): Promise<Vault> {
  const ring = await openKeyRing(database, keys);
  const content = required(ring.now().content, 'the key of content hashes');
  const lookup = (pan: Pan) => markUnder(ring.now(), pan);
  return {
    ring,
    lookup,
    cardMark: (pan) => content.hash('card-number', pan.reveal()),
    contentHash: (text) => content.hash('content', text),
    async store(tx, bankId, card, pan) {
      await shareKeys(tx);
      const snapshot = await ring.refresh(tx);
      for (const version of snapshot.lookupsInForce) ring.lookupKey(version);
      const [own, ...others] = hashesOf(snapshot, markUnder(snapshot, pan));
      return await insertCardNumber(tx, bankId, sealNumber(snapshot, bankId, card, { ...own!, pan }), others);
    },
    sealNumber: (bankId, card, pan) => sealNumber(ring.now(), bankId, card, lookup(pan)),
    findByNumber: (tx, wanted) => findByNumber(tx, ring, wanted),
    async findVisible(tx, bankId, { leading, trailing, length }) {
      const first6 = leading.length === FIRST_DIGITS ? [leading] : DIGITS.map((digit) => `${leading}${digit}`);
      const found = await findCandidates(tx, bankId, { first6, last4: trailing.slice(-LAST_DIGITS), length });
      const isKnown = trailing.length === LAST_DIGITS;
      const fitting = isKnown ? found : found.filter((row) => openNumber(ring, bankId, row).endsWith(trailing));
      return fitting.map(({ card_id, account_id }) => ({ card_id, account_id }));
    },
    async reveal(tx, bankId, cardIds) {
      const rows = await readSealedNumbers(tx, bankId, cardIds);
      return new Map(rows.map((row) => [row.card_id, openNumber(ring, bankId, row)]));
    },
    seal: (context, text) => sealWith(ring.now(), textContext(context), Buffer.from(text)),
    open: (context, { sealed, keyVersion }) => ring.dataKey(keyVersion).open(sealed, textContext(context)).toString(),
    mac: (domain, bytes, keyVersion = ring.now().sealing) => ({
      mac: ring.dataKey(keyVersion).mac(domain, bytes),
      keyVersion,
    }),
    async sealByMaster(tx, context, plain) {
      await shareKeys(tx);
      const { activeMaster, masters } = await ring.refresh(tx);
      const master = masters.get(activeMaster);
      if (master === undefined) throw new Error(`there is no master key of version ${activeMaster}`);
      return { sealed: master.seal(plain, context), masterVersion: activeMaster };
    },
    openByMaster(context, { sealed, masterVersion }) {
      const master = ring.now().masters.get(masterVersion);
      if (master === undefined) throw new Error(`there is no master key of version ${masterVersion}`);
      return master.open(sealed, context);
    },
  };
}

const FIRST_DIGITS = 6;
const LAST_DIGITS = 4;
const DIGITS = [...'0123456789'];

/** Under the key for new numbers, or while that one is not here under one that is searched as well. */
function markUnder({ lookups, lookupsInForce }: KeySnapshot, pan: Pan): LookupMark {
  for (const version of lookupsInForce) {
    const key = lookups.get(version);
    if (key !== undefined) return { pan, version, hash: key.hash('card-number', pan.reveal()) };
  }
  throw new KeyMissing(`there is no lookup key of version ${lookupsInForce[0]}`);
}

function sealNumber(keys: KeySnapshot, bankId: string, card: StoredCard, mark: LookupMark): NewVaultRow {
  const { pan, version, hash } = mark;
  const { sealed, keyVersion } = sealWith(keys, numberContext(bankId, card.cardId), Buffer.from(pan.reveal()));
  return {
    cardId: card.cardId,
    accountId: card.accountId,
    lookupVersion: version,
    lookupHash: hash,
    first6: pan.first6,
    last4: pan.last4,
    length: pan.length,
    expiry: card.expiry,
    keyVersion,
    sealed,
  };
}

function sealWith({ dataKeys, sealing }: KeySnapshot, context: string, plain: Buffer): SealedText {
  return {
    sealed: required(dataKeys.get(sealing), 'the data key that seals').seal(plain, context),
    keyVersion: sealing,
  };
}

function openNumber(ring: KeyRing, bankId: string, row: SealedRow): Pan {
  const key = ring.dataKey(row.key_version);
  return Pan.parse(key.open(row.sealed_number, numberContext(bankId, row.card_id)).toString())!;
}
