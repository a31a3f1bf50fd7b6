import { requireValue } from '../kernel/required.ts';
import { randomDigits as cryptographicDigits } from '../kernel/text/random-digits.ts';
import type { Database } from '../storage/index.ts';
import { cardMarks, contentsOf } from './content-hash.ts';
import { findByNumber, hashesOf, type LookupMark } from './find-by-number.ts';
import { numberContext, textContext } from './key-marks.ts';
import { KeyMissing, type KeyRing, openKeyRing } from './key-ring.ts';
import type { KeySnapshot } from './key-snapshot.ts';
import { shareKeys } from './key-store.ts';
import { deleteCardNumbers, readSealedNumbers } from './number-store.ts';
import { Pan } from './pan.ts';
import type { RootKeys } from './read-key-file.ts';
import type { SealedText, StoredCard, Vault, VaultOptions } from './vault.ts';
import { findCandidates, insertCardNumber, type NewVaultRow, type SealedRow } from './vault-store.ts';

/** Opens the vault with the keys of the key file. Throws if they do not belong to this database. */
export async function openVault(
  database: Database,
  keys: RootKeys,
  { randomDigits = cryptographicDigits }: VaultOptions = {},
): Promise<Vault> {
  const ring = await openKeyRing(database, keys);
  const lookup = (pan: Pan) => markUnder(ring.now(), pan);
  return {
    ring,
    lookup,
    cardMarks: (pan) => cardMarks(ring, pan),
    contents: contentsOf(ring),
    newNumber: (bin, length) => Pan.generate(bin, length, randomDigits),
    async store(tx, bankId, card, pan) {
      const [, snapshot] = await Promise.all([shareKeys(tx), ring.refresh(tx)]);
      for (const version of snapshot.lookupsInForce) ring.lookupKey(version);
      const [own, ...others] = hashesOf(snapshot, markUnder(snapshot, pan));
      return await insertCardNumber(tx, bankId, sealNumber(snapshot, bankId, card, { ...own!, pan }), others);
    },
    sealNumber: (bankId, card, pan) => sealNumber(ring.now(), bankId, card, lookup(pan)),
    findByNumber: (tx, requested) => findByNumber(tx, ring, requested),
    async findVisible(tx, bankId, { leading, trailing, length }) {
      const first6 = leading.length === FIRST_DIGITS ? [leading] : DIGITS.map((digit) => `${leading}${digit}`);
      const candidates = await findCandidates(tx, bankId, { first6, last4: trailing.slice(-LAST_DIGITS), length });
      const isComplete = trailing.length === LAST_DIGITS;
      const fitting = isComplete
        ? candidates
        : candidates.filter((row) => openNumber(ring, bankId, row).endsWith(trailing));
      return fitting.map(({ card_id, account_id }) => ({ card_id, account_id }));
    },
    async reveal(tx, bankId, cardIds) {
      const rows = await readSealedNumbers(tx, bankId, cardIds);
      return new Map(rows.map((row) => [row.card_id, openNumber(ring, bankId, row)]));
    },
    deleteNumbers: deleteCardNumbers,
    seal: (context, text) => sealWith(ring.now(), textContext(context), Buffer.from(text)),
    open: (context, { sealed, keyVersion }) => ring.dataKey(keyVersion).open(sealed, textContext(context)).toString(),
    mac: (domain, bytes, keyVersion = ring.now().sealing) => ({
      mac: ring.dataKey(keyVersion).mac(domain, bytes),
      keyVersion,
    }),
    macKey: (domain, keyVersion) => ring.dataKey(keyVersion).macKey(domain),
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

/**
 * The mark of a number under the key for new numbers or, if this server does not have that key yet, another searched
 * key.
 */
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
    sealed: requireValue(dataKeys.get(sealing), 'the data key that seals').seal(plain, context),
    keyVersion: sealing,
  };
}

function openNumber(ring: KeyRing, bankId: string, row: SealedRow): Pan {
  const key = ring.dataKey(row.key_version);
  return Pan.parse(key.open(row.sealed_number, numberContext(bankId, row.card_id)).toString())!;
}
