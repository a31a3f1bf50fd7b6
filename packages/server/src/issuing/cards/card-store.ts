import type { CardStatus, CardType, LiveCardStatus } from '@cardwright/contract';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';

export interface CardRow {
  account_id: bigint;
  card_id: bigint;
  client_id: bigint;
  exid: string;
  product_code: string;
  bin: string;
  masked_number: string;
  sequence_number: string;
  expiry: string;
  status: CardStatus;
  cardholder_name: string;
  card_role: 'P' | 'S';
  card_form: 'V' | 'P';
  institution_id: string | null;
  custom_fields: { key: string; value: string }[] | null;
  /** For a REPLACED card: the current card under its number. */
  replaced_by: bigint | null;
  /** For a LOST or STOLEN card: the card that was issued in its place. */
  reissued_as: bigint | null;
  account_number: string;
  card_type: CardType;
  currency: string;
}

const selectByExid = statement(
  'cards.select-by-exid',
  'select account_id, card_id from card_directory where bank_id = $1 and exid = $2',
);

export interface CardKey {
  account_id: bigint;
  card_id: bigint;
}

export async function findByExid(tx: Tx, bankId: string, exid: string): Promise<CardKey | undefined> {
  return (await tx.query<CardKey>(selectByExid, [bankId, exid]))[0];
}

const selectCard = statement(
  'cards.select-card',
  `select c.account_id, c.card_id, c.client_id, c.exid, c.product_code, c.bin, c.masked_number, c.sequence_number,
          c.expiry, c.status, c.cardholder_name, c.card_role, c.card_form, c.institution_id, c.custom_fields,
          c.replaced_by, c.reissued_as, a.account_number, a.card_type, a.currency
     from cards c join accounts a on a.bucket = c.bucket and a.account_id = c.account_id
    where c.bucket = account_bucket($2) and c.account_id = $2 and c.card_id = $3 and c.bank_id = $1`,
);

/**
 * Returns the card itself or, for a REPLACED card, the current card under its number, which has its restrictions,
 * insurance and tokens.
 */
export function successorOf(card: Pick<CardRow, 'account_id' | 'card_id' | 'replaced_by'>): CardKey {
  return { account_id: card.account_id, card_id: card.replaced_by ?? card.card_id };
}

export async function readCard(tx: Tx, bankId: string, key: CardKey): Promise<CardRow> {
  const rows = await tx.query<CardRow>(selectCard, [bankId, key.account_id, key.card_id]);
  if (rows[0] === undefined) throw new Error('a directory names a card that does not exist');
  return rows[0];
}

const nextCardIdStatement = statement('cards.next-card-id', `select nextval('card_ids') as card_id`);

export async function nextCardId(tx: Tx): Promise<bigint> {
  return (await queryOne<{ card_id: bigint }>(tx, nextCardIdStatement, [])).card_id;
}

const insertDirectoryEntry = statement(
  'cards.insert-directory-entry',
  `insert into card_directory (bank_id, exid, account_id, card_id) values ($1, $2, $3, $4)
   on conflict do nothing returning exid`,
);

/** Returns false if the EXID is taken. */
export async function claimExid(tx: Tx, bankId: string, exid: string, key: CardKey): Promise<boolean> {
  return (await tx.query(insertDirectoryEntry, [bankId, exid, key.account_id, key.card_id])).length === 1;
}

export type NewCard = Omit<
  CardRow,
  'account_number' | 'card_type' | 'currency' | 'custom_fields' | 'status' | 'replaced_by' | 'reissued_as'
> & {
  /** JSON text, or null. */
  custom_fields: string | null;
};

const insertCardStatement = statement(
  'cards.insert-card',
  `insert into cards (bucket, bank_id, account_id, card_id, client_id, exid, product_code, bin, masked_number,
     sequence_number, expiry, cardholder_name, card_role, card_form, institution_id, custom_fields, status_changed_at, created_at)
   values (account_bucket($2), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)`,
);

export async function insertCard(tx: Tx, bankId: string, card: NewCard, now: Date): Promise<void> {
  await tx.query(insertCardStatement, [
    bankId,
    card.account_id,
    card.card_id,
    card.client_id,
    card.exid,
    card.product_code,
    card.bin,
    card.masked_number,
    card.sequence_number,
    card.expiry,
    card.cardholder_name,
    card.card_role,
    card.card_form,
    card.institution_id,
    card.custom_fields,
    now,
  ]);
}

const updateStatusStatement = statement(
  'cards.update-status',
  `update cards set status = $4, status_changed_at = $5
    where bucket = account_bucket($2) and account_id = $2 and card_id = $3 and bank_id = $1`,
);

export async function updateStatus(
  tx: Tx,
  bankId: string,
  key: CardKey,
  status: LiveCardStatus,
  now: Date,
): Promise<void> {
  await tx.query(updateStatusStatement, [bankId, key.account_id, key.card_id, status, now]);
}

const updateReissue = statement(
  'cards.update-reissue',
  `update cards set reissued_as = $4
    where bucket = account_bucket($2) and account_id = $2 and card_id = $3 and bank_id = $1`,
);

/** Stores which card was issued in place of a lost or stolen one. */
export async function storeReissue(tx: Tx, bankId: string, from: CardKey, to: CardKey): Promise<void> {
  await tx.query(updateReissue, [bankId, from.account_id, from.card_id, to.card_id]);
}
