import type { CardType } from '@cardwright/contract';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import { recordChange } from './account-change-store.ts';

export interface AccountRow {
  account_id: bigint;
  client_id: bigint;
  account_number: string;
  product_code: string;
  card_type: 'PREPAID' | 'CREDIT' | 'DEBIT';
  currency: string;
  available_minor: bigint;
  reserved_minor: bigint;
  funds_check: boolean;
  /** In the form that issuing/card-settings/counters.ts writes. */
  counters: string;
  /** Whether the account has a row of limits that are in force: docs/interface/limits.md. */
  has_limits: boolean;
  /** Number of the last change of the account's facts (account-change-store.ts). */
  sequence: bigint;
}

const COLUMNS = `account_id, client_id, account_number, product_code, card_type, currency, available_minor,
  reserved_minor, funds_check, counters, has_limits, sequence`;

const selectAccountId = statement(
  'accounts.select-account-id',
  'select account_id from account_directory where bank_id = $1 and account_number = $2',
);
const selectAccount = statement(
  'accounts.select-account',
  `select ${COLUMNS} from accounts where bucket = account_bucket($2) and account_id = $2 and bank_id = $1`,
);
const lockAccountStatement = statement(
  'accounts.lock-account',
  `select ${COLUMNS} from accounts where bucket = account_bucket($2) and account_id = $2 and bank_id = $1 for update`,
  { locks: { kind: 'account', by: [1, 2] } },
);
const lockIfFree = statement(
  'accounts.lock-if-free',
  `select ${COLUMNS} from accounts where bucket = account_bucket($2) and account_id = $2 and bank_id = $1
      for update skip locked`,
);

export async function findAccountId(tx: Tx, bankId: string, accountNumber: string): Promise<bigint | undefined> {
  const rows = await tx.query<{ account_id: bigint }>(selectAccountId, [bankId, accountNumber]);
  return rows[0]?.account_id;
}

export async function findAccount(tx: Tx, bankId: string, accountNumber: string): Promise<AccountRow | undefined> {
  const accountId = await findAccountId(tx, bankId, accountNumber);
  if (accountId === undefined) return undefined;
  return (await tx.query<AccountRow>(selectAccount, [bankId, accountId]))[0];
}

/** Reads and locks the account until the transaction ends. */
export async function lockAccount(tx: Tx, bankId: string, accountId: bigint): Promise<AccountRow | undefined> {
  return (await tx.query<AccountRow>(lockAccountStatement, [bankId, accountId]))[0];
}

/** Returns undefined if there is no such account, or if another transaction holds its lock. */
export async function lockAccountIfFree(tx: Tx, bankId: string, accountId: bigint): Promise<AccountRow | undefined> {
  return (await tx.query<AccountRow>(lockIfFree, [bankId, accountId]))[0];
}

const issueNumber = statement(
  'accounts.issue-number',
  `insert into account_numbers_issued (bank_id, last_number) values ($1, 1)
   on conflict (bank_id) do update set last_number = account_numbers_issued.last_number + 1
   returning last_number`,
  { locks: { kind: 'account numbers', by: [1] } },
);

/** Takes the bank's next account number: the bank code and nine digits, too few to look like a card number. */
export async function nextAccountNumber(tx: Tx, bankId: string, bankCode: string): Promise<string> {
  const { last_number } = await queryOne<{ last_number: bigint }>(tx, issueNumber, [bankId]);
  return `${bankCode.padStart(3, '0')}${String(last_number).padStart(9, '0')}`;
}

export interface NewAccount {
  clientId: bigint;
  accountNumber: string;
  productCode: string;
  cardType: CardType;
  branchCode: string;
  currency: string;
  availableMinor: bigint;
  fundsCheck: boolean;
  /** JSON text, or null. */
  customFields: string | null;
}

const nextAccountId = statement('accounts.next-account-id', `select nextval('account_ids') as account_id`);
const insertAccountStatement = statement(
  'accounts.insert-account',
  `insert into accounts (bucket, bank_id, account_id, client_id, account_number, product_code, card_type, branch_code,
     currency, available_minor, funds_check, custom_fields, created_at)
   values (account_bucket($2), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);
const insertDirectoryEntry = statement(
  'accounts.insert-directory-entry',
  'insert into account_directory (bank_id, account_number, account_id) values ($1, $2, $3)',
);

export async function insertAccount(tx: Tx, bankId: string, account: NewAccount, now: Date): Promise<void> {
  // the id is needed before the insert, because the bucket is computed from it
  const { account_id: accountId } = await queryOne<{ account_id: bigint }>(tx, nextAccountId, []);
  await tx.query(insertAccountStatement, [
    bankId,
    accountId,
    account.clientId,
    account.accountNumber,
    account.productCode,
    account.cardType,
    account.branchCode,
    account.currency,
    account.availableMinor,
    account.fundsCheck,
    account.customFields,
    now,
  ]);
  await tx.query(insertDirectoryEntry, [bankId, account.accountNumber, accountId]);
  const { availableMinor, fundsCheck } = account;
  const opened = { kind: 'OPENED', availableMinor: String(availableMinor), fundsCheck } as const;
  await recordChange(tx, bankId, accountId, opened, now);
}
