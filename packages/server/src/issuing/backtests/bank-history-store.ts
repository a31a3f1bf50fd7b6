import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import { type AccountChange, type RecordedChange, toRecordedChange } from '../accounts/index.ts';
import { type HistoricalRow, merchantInMessage, readLongMessage, SHORT_MESSAGE } from '../authorization/index.ts';

export interface AccountOfBank {
  account_id: bigint;
  account_number: string;
  product_code: string;
  currency: string;
  /** Time of opening, to the microsecond, because the next page begins after it. */
  opened: string;
}

const selectAccounts = statement(
  'backtests.select-accounts',
  `select account_id, account_number, product_code, currency, created_at::text as opened from accounts
    where bank_id = $1 and (created_at, account_id) > ($2::timestamptz, $3) and ($4::text[] is null or account_number = any($4))
    order by created_at, account_id limit $5`,
);

/** Reads the next accounts of a bank, oldest first. */
export function readAccountsAfter(
  tx: Tx,
  bankId: string,
  after: Pick<AccountOfBank, 'opened' | 'account_id'> | undefined,
  { numbers, most }: { numbers: readonly string[] | null; most: number },
): Promise<AccountOfBank[]> {
  const { opened, account_id: id } = after ?? { opened: '-infinity', account_id: 0n };
  return tx.query(selectAccounts, [bankId, opened, id, numbers, most]);
}

const selectExisting = statement(
  'backtests.select-known-accounts',
  'select account_number from account_directory where bank_id = $1 and account_number = any($2)',
);

/** Returns the numbers that are accounts of the bank. */
export async function findExistingAccounts(tx: Tx, bankId: string, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ account_number: string }>(selectExisting, [bankId, numbers]);
  return new Set(rows.map((row) => row.account_number));
}

const selectTokens = statement(
  'backtests.select-tokens',
  `select d.reference::text as reference, t.account_id, t.card_id
     from token_directory d
     join tokens t on t.bucket = account_bucket(d.account_id) and t.account_id = d.account_id and t.token_id = d.token_id
    where d.bank_id = $1 and d.reference = any($2::uuid[])`,
);

export interface TokenOfBank {
  readonly accountId: bigint;
  readonly cardId: bigint;
}

/** Reads account and card of each token of the bank, by reference. */
export async function readTokensOfBank(
  tx: Tx,
  bankId: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, TokenOfBank>> {
  if (references.length === 0) return new Map();
  const rows = await tx.query<{ reference: string; account_id: bigint; card_id: bigint }>(selectTokens, [
    bankId,
    references,
  ]);
  return new Map(rows.map((row) => [row.reference, { accountId: row.account_id, cardId: row.card_id }]));
}

const countDecisions = statement(
  'backtests.count-decisions',
  `select count(*) as count from listed_authorizations l
    where l.bank_id = $1 and l.decided_at >= $2 and l.decided_at < $3 and l.account_id <> 0
      and ($4::bigint[] is null or l.account_id = any($4))`,
);

/** Counts decisions approximately, because the index lags behind by a moment. */
export async function countIndexed(
  tx: Tx,
  bankId: string,
  { from, to }: { from: Date; to: Date },
  accountIds: readonly bigint[] | null,
): Promise<number> {
  return Number((await queryOne<{ count: bigint }>(tx, countDecisions, [bankId, from, to, accountIds])).count);
}

const OF_ACCOUNTS = `join unnest($2::bigint[]) as requested (account_id) on z.bucket = account_bucket(requested.account_id)
      and z.account_id = requested.account_id`;

/**
 * A historical decision. Decisions before the period are only counted: they have no message, and a trace only if it
 * states what the decision spent.
 */
export interface BankHistoryRow extends Omit<HistoricalRow, 'account_sequence' | 'message' | 'trace'> {
  account_id: bigint;
  /** Null if the decision is older than the account's history. */
  account_sequence: bigint | null;
  message: string | null;
  trace: string | null;
  counted: string | null;
  /** JSON; only for an approval that is only counted. */
  merchant: string | null;
}

const declareDecisions = statement(
  'backtests.declare-decisions',
  `declare past_decisions no scroll cursor for
   select z.account_id, z.message_key, z.account_sequence, z.decided_at, z.card_id, z.retrieval_reference, z.system_trace,
          z.acquirer, z.billing_minor, z.settlement_date, z.rule_version, z.action_code, z.approval_code, z.rule, z.counted,
          case when z.decided_at >= $3 then ${SHORT_MESSAGE} end as message, z.decided_at >= $3 as is_of_period,
          case when z.decided_at < $3 and z.action_code = '00' then ${merchantInMessage('z.message')} end as merchant,
          case when z.decided_at >= $3 or strpos(z.trace, ':ON_FOR_ONE') > 0 or strpos(z.trace, '["PARTNER_STAND_IN"') > 0
               then z.trace end as trace
     from authorizations z ${OF_ACCOUNTS}
    where z.bank_id = $1 and z.decided_at < $4 and (z.decided_at >= $3 or z.action_code = '00' or z.counted is not null)
    order by z.account_id, z.account_sequence nulls first, z.action_code = '00' or z.counted is not null, z.decided_at, z.message_key`,
);
const declareChanges = statement(
  'backtests.declare-changes',
  `declare past_changes no scroll cursor for
   select z.account_id, z.sequence, z.at, z.kind, z.change from account_changes z ${OF_ACCOUNTS}
    where z.bank_id = $1 order by z.account_id, z.sequence`,
);

/**
 * Opens cursors on the decisions and the changes of some accounts, within a transaction. The cursor on decisions opens
 * first, so that the cursor on changes sees every change that preceded one of them.
 */
export async function openPasts(
  tx: Tx,
  bankId: string,
  accountIds: readonly bigint[],
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await tx.query(declareDecisions, [bankId, accountIds, from, to]);
  await tx.query(declareChanges, [bankId, accountIds]);
}

const fetchDecisions = statement('backtests.fetch-decisions', 'fetch 1000 from past_decisions');
const fetchChanges = statement('backtests.fetch-changes', 'fetch 1000 from past_changes');

/** Reads the next decisions of the cursor. */
export async function nextDecisions(tx: Tx, bankId: string): Promise<BankHistoryRow[]> {
  const rows = await tx.query<BankHistoryRow & { is_of_period: boolean }>(fetchDecisions, []);
  for (const row of rows) if (row.is_of_period) row.message ??= await readLongMessage(tx, bankId, row);
  return rows;
}

export type ChangeOfBank = RecordedChange & { readonly accountId: bigint };

export async function nextChanges(tx: Tx): Promise<ChangeOfBank[]> {
  const rows = await tx.query<{
    account_id: bigint;
    sequence: bigint;
    at: Date;
    kind: AccountChange['kind'];
    change: string;
  }>(fetchChanges, []);
  return rows.map((row) => ({ ...toRecordedChange(row), accountId: row.account_id }));
}

const selectExids = statement(
  'backtests.select-exids',
  `select z.card_id, z.exid from cards z ${OF_ACCOUNTS} where z.bank_id = $1 and z.card_id = any($3)`,
);

export async function readExidsOf(
  tx: Tx,
  bankId: string,
  accountIds: readonly bigint[],
  cardIds: readonly bigint[],
): Promise<Map<bigint, string>> {
  const rows = await tx.query<{ card_id: bigint; exid: string }>(selectExids, [bankId, accountIds, cardIds]);
  return new Map(rows.map(({ card_id: cardId, exid }) => [cardId, exid]));
}
