import { queryOne, statement, type Tx } from '../../../platform/storage/index.ts';
import { traitsOf } from '../batch/load-controls.ts';
import type { CardTraits } from '../decision/facts.ts';
import type { LoadedCard } from '../records/authorization-store.ts';
import { readLongMessage, SHORT_MESSAGE } from '../records/long-message-store.ts';

export interface HistoricalRow {
  message_key: bigint;
  account_sequence: bigint;
  decided_at: Date;
  card_id: bigint;
  retrieval_reference: bigint;
  system_trace: number;
  acquirer: string;
  billing_minor: bigint;
  settlement_date: string;
  rule_version: number;
  action_code: string;
  approval_code: string;
  rule: string;
  message: string;
  trace: string;
}

/** The most decisions that one statement reads. Any number of declines can have the same number of the account's sequence. */
export const HISTORICAL_ROWS_PER_READ = 2_000;
/** Whether a decision raised the account's sequence. */
const RAISED = `(z.action_code = '00' or z.counted is not null)`;

const selectDecisionsOfAccount = statement(
  'authorization.select-past',
  `select z.message_key, z.account_sequence, z.decided_at, z.card_id, z.retrieval_reference, z.system_trace, z.acquirer,
          z.billing_minor, z.settlement_date, z.rule_version, z.action_code, z.approval_code, z.rule, ${SHORT_MESSAGE} as message,
          z.trace, ${RAISED} as has_raised
     from authorizations z
    where z.bucket = account_bucket($2) and z.account_id = $2 and z.bank_id = $1 and z.account_sequence >= $3
      and z.account_sequence < $4 and z.decided_at < $5
      and ($6::boolean is null or (z.account_sequence, ${RAISED}, z.decided_at, z.message_key) > ($3, $6, $7, $8))
    order by z.account_sequence, ${RAISED}, z.decided_at, z.message_key limit ${HISTORICAL_ROWS_PER_READ}`,
);

/** A historical decision with its place among the decisions of its sequence number. */
export type RowOfSequence = HistoricalRow & { readonly has_raised: boolean };

/**
 * Reads the next decisions within a range of the account's sequence, in the order in which they took effect. Declines change
 * nothing, so declines of one sequence number come in any order, before the approval that raised it.
 */
export async function readHistoricalRows(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  range: { readonly from: bigint; readonly until: bigint; readonly before: Date },
  after: RowOfSequence | undefined,
): Promise<RowOfSequence[]> {
  const rows = await tx.query<Omit<RowOfSequence, 'message'> & { message: string | null }>(selectDecisionsOfAccount, [
    bankId,
    accountId,
    after?.account_sequence ?? range.from,
    range.until,
    range.before,
    after?.has_raised ?? null,
    after?.decided_at ?? null,
    after?.message_key ?? null,
  ]);
  for (const row of rows) row.message ??= await readLongMessage(tx, bankId, { ...row, account_id: accountId });
  return rows as RowOfSequence[];
}

const countPastStatement = statement(
  'authorization.count-past',
  `select count(*) filter (where account_sequence is not null) as known,
          count(*) filter (where account_sequence is null) as unknown
     from authorizations where bucket = account_bucket($2) and account_id = $2 and bank_id = $1 and decided_at < $3`,
);

/** Counts the decisions before an instant. The `unknown` ones precede the history and cannot be decided again. */
export async function countHistoricalRows(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  before: Date,
): Promise<{ known: bigint; unknown: bigint }> {
  return await queryOne<{ known: bigint; unknown: bigint }>(tx, countPastStatement, [bankId, accountId, before]);
}

const selectTraits = statement(
  'authorization.select-card-traits',
  `select account_id, card_id, created_at, product_code, card_role from cards
    where bucket = any(select account_bucket(id) from unnest($2::bigint[]) as ids (id)) and account_id = any($2) and bank_id = $1`,
);

/** Reads the traits of cards, which never change. */
export async function readTraits(
  tx: Tx,
  bankId: string,
  accountIds: readonly bigint[],
): Promise<Map<bigint, CardTraits>> {
  const rows = await tx.query<Pick<LoadedCard, 'card_id' | 'created_at' | 'product_code' | 'card_role'>>(selectTraits, [
    bankId,
    accountIds,
  ]);
  return new Map(rows.map((row) => [row.card_id, traitsOf(row)]));
}

const selectCards = statement(
  'authorization.select-cards',
  `select card_id, exid from cards
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1 and status <> 'REPLACED'`,
);

/** Reads the EXIDs of an account's cards. A replaced card has the EXID of its replacement. */
export async function readExids(tx: Tx, bankId: string, accountId: bigint): Promise<Map<bigint, string>> {
  const rows = await tx.query<{ card_id: bigint; exid: string }>(selectCards, [bankId, accountId]);
  return new Map(rows.map(({ card_id: cardId, exid }) => [cardId, exid]));
}
