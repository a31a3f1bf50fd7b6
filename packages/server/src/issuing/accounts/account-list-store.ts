import type { Page } from '../../platform/kernel/page.ts';
import { statement, type Tx } from '../../platform/storage/index.ts';
import { addCustomerIds } from '../clients/index.ts';

export interface AccountListRow {
  account_id: bigint;
  account_number: string;
  client_id: bigint;
  customer_id: string;
  product_code: string;
  card_type: 'PREPAID' | 'CREDIT' | 'DEBIT';
  branch_code: string;
  currency: string;
  available_minor: bigint;
  reserved_minor: bigint;
  funds_check: boolean;
  custom_fields: { key: string; value: string }[] | null;
  created_at: Date;
}

const SELECT = `select a.account_id, a.account_number, a.client_id, a.product_code, a.card_type, a.branch_code, a.currency,
          a.available_minor, a.reserved_minor, a.funds_check, a.custom_fields, a.created_at
     from accounts a`;
const PAGE = `(a.created_at, a.account_id) < ($2, $3) order by a.created_at desc, a.account_id desc limit $4`;

const selectOfBank = statement('accounts.select-page', `${SELECT} where a.bank_id = $1 and ${PAGE}`);
const selectOfClient = statement(
  'accounts.select-page-of-client',
  `${SELECT} where a.bank_id = $1 and a.client_id = $5 and ${PAGE}`,
);
const selectOne = statement(
  'accounts.select-by-id',
  `${SELECT} where a.bucket = account_bucket($2) and a.account_id = $2 and a.bank_id = $1`,
);

type StoredRow = Omit<AccountListRow, 'customer_id'>;

/** Lists accounts newest first, with one row more than the page holds. */
export async function listAccountRows(
  tx: Tx,
  bankId: string,
  clientId: bigint | undefined,
  { before, limit }: Page,
): Promise<AccountListRow[]> {
  const page = [bankId, before.at, before.id, limit + 1];
  const [statementOf, values] = clientId === undefined ? [selectOfBank, page] : [selectOfClient, [...page, clientId]];
  return addCustomerIds(tx, bankId, await tx.query<StoredRow>(statementOf, values));
}

export async function readAccountRow(tx: Tx, bankId: string, accountId: bigint): Promise<AccountListRow | undefined> {
  const [row] = await addCustomerIds(tx, bankId, await tx.query<StoredRow>(selectOne, [bankId, accountId]));
  return row;
}
