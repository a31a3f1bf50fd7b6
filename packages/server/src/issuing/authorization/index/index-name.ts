import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { IndexRow } from '../records/indexed-authorization.ts';

export interface DisplayRow extends IndexRow {
  exid: string | null;
  masked_number: string | null;
  /** The BIN of the card's product; only in lists. */
  bin?: string | null;
  account_number: string | null;
}

interface NameRow {
  account_id: bigint;
  account_number: string;
  /** The card; null if the account has none of the requested cards. */
  card_id: bigint | null;
  exid: string;
  masked_number: string;
  bin: string;
  replaced_by: bigint | null;
  status_changed_at: Date;
}

const selectNames = statement(
  'authorization.select-names-of-listed',
  `select a.account_id, a.account_number, c.card_id, c.exid, c.masked_number, c.bin, c.replaced_by, c.status_changed_at
     from unnest($2::bigint[]) as wanted (account_id)
     join accounts a on a.bucket = account_bucket(wanted.account_id) and a.account_id = wanted.account_id
     left join cards c on c.bucket = a.bucket and c.account_id = a.account_id
                      and (c.card_id = any($3::bigint[]) or c.replaced_by = any($3::bigint[]))
    where a.bank_id = $1
    order by c.status_changed_at`,
);

/**
 * Adds the names of accounts and cards; a card has the EXID of the time of the decision. Uses a statement of its own, because a
 * bank's index and the accounts in it may be on different nodes.
 */
export async function nameIndexRows(tx: Tx, bankId: string, rows: readonly IndexRow[]): Promise<DisplayRow[]> {
  if (rows.length === 0) return [];
  const accountIds = [...new Set(rows.map((row) => row.account_id))];
  const cardIds = [...new Set(rows.flatMap((row) => row.card_id ?? []))];
  const names = await tx.query<NameRow>(selectNames, [bankId, accountIds, cardIds]);
  const accounts = new Map(names.map((name) => [name.account_id, name.account_number]));
  const cards = new Map(names.map((name) => [name.card_id, name]));
  return rows.map((row) => {
    const card = row.card_id === null ? undefined : cards.get(row.card_id);
    // the first card that was replaced after the decision
    const replacedCard =
      card && names.find((old) => old.replaced_by === row.card_id && old.status_changed_at > row.decided_at);
    return {
      ...row,
      account_number: accounts.get(row.account_id) ?? null,
      masked_number: card?.masked_number ?? null,
      bin: card?.bin ?? null,
      exid: (replacedCard ?? card)?.exid ?? null,
    };
  });
}
