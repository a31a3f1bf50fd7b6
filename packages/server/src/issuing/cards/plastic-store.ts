import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import type { CardKey, CardRow } from './card-store.ts';

/** Expiry and sequence number of a card's next plastic. */
export interface NextPlastic {
  readonly expiry: string;
  readonly sequenceNumber: string;
}

const archiveStatement = statement(
  'cards.archive',
  `insert into cards (bucket, bank_id, account_id, card_id, client_id, exid, product_code, bin, masked_number,
     sequence_number, expiry, status, status_changed_at, cardholder_name, card_role, card_form, institution_id, custom_fields, created_at,
     replaced_by)
   select bucket, bank_id, account_id, $4, client_id, exid, product_code, bin, masked_number, sequence_number, expiry,
          'REPLACED', $5, cardholder_name, card_role, card_form, institution_id, custom_fields, created_at, card_id
     from cards where bucket = account_bucket($2) and account_id = $2 and card_id = $3 and bank_id = $1`,
);
const moveDirectoryEntry = statement(
  'cards.move-directory-entry',
  'update card_directory set card_id = $4 where bank_id = $1 and exid = $2 and account_id = $3',
);

/** Copies the old card to a new row, which takes over its EXID. */
export async function archiveCard(tx: Tx, bankId: string, card: CardRow, archiveId: bigint, now: Date): Promise<void> {
  await tx.query(archiveStatement, [bankId, card.account_id, card.card_id, archiveId, now]);
  await tx.query(moveDirectoryEntry, [bankId, card.exid, card.account_id, archiveId]);
}

const replaceStatement = statement(
  'cards.replace',
  `update cards set exid = $4, expiry = $5, sequence_number = $6, earlier_expiry = null, earlier_sequence_number = null,
          status_changed_at = $7, created_at = $7
    where bucket = account_bucket($2) and account_id = $2 and card_id = $3 and bank_id = $1`,
);

/** Turns the existing row into the new card, so that restrictions, insurance and tokens still refer to it. */
export async function replaceInPlace(
  tx: Tx,
  bankId: string,
  key: CardKey,
  exid: string,
  { expiry, sequenceNumber }: NextPlastic,
  now: Date,
): Promise<void> {
  await tx.query(replaceStatement, [bankId, key.account_id, key.card_id, exid, expiry, sequenceNumber, now]);
}

const renewStatement = statement(
  'cards.renew',
  `update cards set earlier_expiry = expiry, earlier_sequence_number = sequence_number, expiry = $4, sequence_number = $5
    where bucket = account_bucket($2) and account_id = $2 and card_id = $3 and bank_id = $1`,
);

/** Renews the card's plastic. The previous plastic stays usable until it expires. */
export async function renewPlastic(tx: Tx, bankId: string, key: CardKey, next: NextPlastic): Promise<void> {
  await tx.query(renewStatement, [bankId, key.account_id, key.card_id, next.expiry, next.sequenceNumber]);
}

const lockRenewals = statement(
  'cards.lock-renewals',
  'select pg_try_advisory_xact_lock(hashtext($1), hashtext($2)) as locked',
);

/** Returns false if another server is renewing the bank's cards. */
export async function lockRenewal(tx: Tx, bankId: string): Promise<boolean> {
  return (await queryOne<{ locked: boolean }>(tx, lockRenewals, ['card-renewals', bankId])).locked;
}

const selectRenewable = statement(
  'cards.select-renewable',
  `select account_id, card_id from cards
    where bank_id = $1 and product_code = $2 and expiry >= $3 and expiry <= $4 and sequence_number < $5
      and status = 'ACTIVE' and card_form = 'P'
    order by expiry limit $6`,
);

/** Finds physical, active cards of a product that expire within these months, the earliest expiry first. */
export function findRenewable(
  tx: Tx,
  bankId: string,
  query: { productCode: string; from: string; until: string; lastSequence: string; most: number },
): Promise<CardKey[]> {
  const { productCode, from, until, lastSequence, most } = query;
  return tx.query(selectRenewable, [bankId, productCode, from, until, lastSequence, most]);
}
