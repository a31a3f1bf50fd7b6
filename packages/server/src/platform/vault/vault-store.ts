import { statement, type Tx } from '../storage/index.ts';

export interface VaultRow {
  bank_id: string;
  card_id: bigint;
  account_id: bigint;
}

export interface NewVaultRow {
  cardId: bigint;
  accountId: bigint;
  lookupVersion: number;
  lookupHash: Buffer;
  first6: string;
  last4: string;
  length: number;
  expiry: string;
  keyVersion: number;
  sealed: Buffer;
}

// during a rotation, a number may also be stored under an older lookup key, where the unique key cannot find it
const selectOther = statement(
  'vault.select-under-other-keys',
  `select card_id from vault_card_numbers v
     join unnest($2::smallint[], $3::bytea[]) as other (lookup_version, lookup_hash)
       on v.lookup_version = other.lookup_version and v.lookup_hash = other.lookup_hash
    where v.bank_id = $1 limit 1`,
);
const insertNumber = statement(
  'vault.insert-number',
  `insert into vault_card_numbers (bank_id, card_id, account_id, lookup_version, lookup_hash, first6, last4,
     number_length, expiry, key_version, sealed_number)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   on conflict (bank_id, lookup_version, lookup_hash) do nothing returning card_id`,
);

/** A keyed hash of a number, and the version of the lookup key that made it. */
export interface LookupHash {
  readonly version: number;
  readonly hash: Buffer;
}

/** Returns false if the bank already has this number, under the row's lookup key or one of the others. */
export async function insertCardNumber(
  tx: Tx,
  bankId: string,
  row: NewVaultRow,
  others: readonly LookupHash[],
): Promise<boolean> {
  if (others.length > 0) {
    const marks = [others.map(({ version }) => version), others.map(({ hash }) => hash)];
    if ((await tx.query(selectOther, [bankId, ...marks])).length > 0) return false;
  }
  const inserted = await tx.query(insertNumber, [
    bankId,
    row.cardId,
    row.accountId,
    row.lookupVersion,
    row.lookupHash,
    row.first6,
    row.last4,
    row.length,
    row.expiry,
    row.keyVersion,
    row.sealed,
  ]);
  return inserted.length === 1;
}

const selectByHash = statement(
  'vault.select-by-hash',
  `select v.bank_id, v.card_id, v.account_id, requested.position
     from unnest($1::int[], $2::text[], $3::smallint[], $4::bytea[])
            as requested (position, bank_id, lookup_version, lookup_hash)
     join vault_card_numbers v
       on v.bank_id = requested.bank_id and v.lookup_version = requested.lookup_version and v.lookup_hash = requested.lookup_hash`,
);

export interface RequestedHash extends LookupHash {
  readonly bankId: string;
  /** The position of the requested number, which each match returns. */
  readonly position: number;
}

/**
 * Finds the cards of full numbers by their hashes under every searched lookup key. `position` counts the requested ones
 * from 1.
 */
export function findByHash(tx: Tx, requested: readonly RequestedHash[]): Promise<(VaultRow & { position: number })[]> {
  return tx.query(selectByHash, [
    requested.map(({ position }) => position),
    requested.map(({ bankId }) => bankId),
    requested.map(({ version }) => version),
    requested.map(({ hash }) => hash),
  ]);
}

// bpchar like the columns: with text, PostgreSQL would convert the column and scan the whole index
const selectByMask = statement(
  'vault.select-by-mask',
  `select v.bank_id, v.card_id, v.account_id, requested.position::int as position
     from unnest($1::text[], $2::bpchar[], $3::bpchar[], $4::smallint[], $5::bpchar[])
            with ordinality as requested (bank_id, first6, last4, number_length, expiry, position)
     join vault_card_numbers v
       on v.bank_id = requested.bank_id and v.first6 = requested.first6 and v.last4 = requested.last4
      and v.number_length = requested.number_length
      and (requested.expiry is null or requested.expiry in (v.expiry, v.earlier_expiry))`,
);

export interface RequestedMask {
  bankId: string;
  first6: string;
  last4: string;
  length: number;
  /** YYMM, if the caller sent one. */
  expiry: string | undefined;
}

/** Finds the cards of masked numbers, possibly several for each; `position` counts the requested ones from 1. */
export function findByMask(tx: Tx, requested: readonly RequestedMask[]): Promise<(VaultRow & { position: number })[]> {
  return tx.query(selectByMask, [
    requested.map((mask) => mask.bankId),
    requested.map((mask) => mask.first6),
    requested.map((mask) => mask.last4),
    requested.map((mask) => mask.length),
    requested.map((mask) => mask.expiry ?? null),
  ]);
}

export interface SealedRow {
  card_id: bigint;
  account_id: bigint;
  key_version: number;
  sealed_number: Buffer;
}

const selectCandidates = statement(
  'vault.select-candidates',
  `select card_id, account_id, key_version, sealed_number from vault_card_numbers
    where bank_id = $1 and first6 = any($2::bpchar[]) and last4 = $3::bpchar and number_length = $4`,
);

/** Finds the cards whose number begins with one of `first6` and has these last four digits and this length. */
export function findCandidates(
  tx: Tx,
  bankId: string,
  { first6, last4, length }: { first6: readonly string[]; last4: string; length: number },
): Promise<SealedRow[]> {
  return tx.query(selectCandidates, [bankId, first6, last4, length]);
}
