import type { Page } from '../../platform/kernel/page.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import { addCustomerIds, filterByTerms } from '../clients/index.ts';
import type { CardKey, CardRow } from './card-store.ts';

export interface CardListRow extends CardRow {
  customer_id: string;
  status_changed_at: Date;
  created_at: Date;
  /** Only for a REPLACED card. */
  replacement_exid: string | null;
  /** Only for a LOST or STOLEN card. */
  reissued_exid: string | null;
}

/** Filters of a list; a null member does not filter. */
export interface CardFilter {
  readonly clientId: bigint | null;
  readonly accountId: bigint | null;
  readonly card: CardKey | null;
  readonly last4: string | null;
  readonly bin: string | null;
  /** Search terms of the holder (issuing/clients/search-terms.ts); the holder has to have all of them. */
  readonly terms: readonly string[];
  readonly status: string | null;
}

const SELECT = `select c.account_id, c.card_id, c.client_id, c.exid, c.product_code, c.bin, c.masked_number, c.sequence_number,
          c.expiry, c.status, c.cardholder_name, c.card_role, c.card_form, c.institution_id, c.custom_fields,
          c.replaced_by, c.reissued_as, c.status_changed_at, c.created_at, a.account_number, a.card_type, a.currency,
          r.exid as replacement_exid, n.exid as reissued_exid
     from cards c
     join accounts a on a.bucket = c.bucket and a.account_id = c.account_id
     left join cards r on r.bucket = c.bucket and r.account_id = c.account_id and r.card_id = c.replaced_by
     left join cards n on n.bucket = c.bucket and n.account_id = c.account_id and n.card_id = c.reissued_as`;
/** Conditions on the rows that the indexed condition selects. */
const AFTER_PLACE = `(c.created_at, c.card_id) < ($2, $3) and ($5::bigint is null or c.client_id = $5)
      and ($6::bigint is null or c.account_id in ($6)) and ($7::bigint is null or c.card_id = $7)
      and ($8::text is null or right(c.masked_number, 4) = $8)
      and ($9::text is null or (left(c.masked_number, 6) = left($9, 6) and (c.bin like $9 || '%' or $9 like c.bin || '%')))
      and ($10::text is null or c.status = $10)
    order by c.created_at desc, c.card_id desc limit $4`;

const selectOfAccount = statement(
  'cards.select-page-of-account',
  `${SELECT} where c.bucket = account_bucket($6) and c.account_id = $6 and c.bank_id = $1 and ${AFTER_PLACE}`,
);
const selectOfClient = statement(
  'cards.select-page-of-client',
  `${SELECT} where c.bank_id = $1 and c.client_id = $5 and ${AFTER_PLACE}`,
);
const selectByLast4 = statement(
  'cards.select-page-by-last-digits',
  `${SELECT} where c.bank_id = $1 and right(c.masked_number, 4) = $8 and ${AFTER_PLACE}`,
);
const selectByStatus = statement(
  'cards.select-page-by-status',
  `${SELECT} where c.bank_id = $1 and c.status = $10 and ${AFTER_PLACE}`,
);
const selectOfBank = statement('cards.select-page', `${SELECT} where c.bank_id = $1 and ${AFTER_PLACE}`);

type StoredRow = Omit<CardListRow, 'customer_id'>;

/** How many cards a search by name reads at a time. Rarely do more cards have the same last digits. */
const MAX_EXAMINED = 1_000;

/** Lists cards newest first, with one row more than the page holds. Each index has its own statement. */
export async function listCardRows(
  tx: Tx,
  bankId: string,
  filter: CardFilter,
  { before, limit }: Page,
): Promise<CardListRow[]> {
  const { clientId, card, last4, bin, status, terms } = filter;
  const accountId = card?.account_id ?? filter.accountId;
  const by = [clientId, accountId, card?.card_id ?? null, last4, bin, status];
  const selected = statementFor({ ...filter, accountId });
  const most = terms.length === 0 ? limit + 1 : MAX_EXAMINED;
  const matches: StoredRow[] = [];
  for (let { at, id } = before; ; ) {
    const rows = await tx.query<StoredRow>(selected, [bankId, at, id, most, ...by]);
    matches.push(...(await ofHolders(tx, bankId, rows, terms)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < most || matches.length > limit) break;
    ({ created_at: at, card_id: id } = last);
  }
  return addCustomerIds(tx, bankId, matches.slice(0, limit + 1));
}

const selectOne = statement(
  'cards.select-card-list-row',
  `${SELECT} where c.bucket = account_bucket($2) and c.account_id = $2 and c.card_id = $3 and c.bank_id = $1`,
);

/** Reads one card in the form of lists. */
export async function readCardListRow(tx: Tx, bankId: string, key: CardKey): Promise<CardListRow> {
  const row = await queryOne<StoredRow>(tx, selectOne, [bankId, key.account_id, key.card_id]);
  return requireValue((await addCustomerIds(tx, bankId, [row]))[0], 'the card that was read');
}

// a separate statement, because cards and clients can be on different nodes
async function ofHolders(
  tx: Tx,
  bankId: string,
  rows: readonly StoredRow[],
  terms: readonly string[],
): Promise<readonly StoredRow[]> {
  if (terms.length === 0 || rows.length === 0) return rows;
  const clientIds = rows.map((row) => row.client_id);
  const holders = await filterByTerms(tx, bankId, clientIds, terms);
  return rows.filter((row) => holders.has(row.client_id));
}

function statementFor({ accountId, clientId, last4, status }: CardFilter) {
  if (accountId !== null) return selectOfAccount;
  if (clientId !== null) return selectOfClient;
  if (last4 !== null) return selectByLast4;
  return status === null ? selectOfBank : selectByStatus;
}
