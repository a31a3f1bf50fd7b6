import { queryOne, statement, type Tx } from '../../../platform/storage/index.ts';
import { traitsOf } from '../batch/load-controls.ts';
import type { CardTraits } from '../decision/facts.ts';
import type { LoadedCard } from '../records/authorization-store.ts';

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

const selectDecisionsOfAccount = statement(
  'authorization.select-past',
  `select message_key, account_sequence, decided_at, card_id, retrieval_reference, system_trace, acquirer, billing_minor,
          settlement_date, rule_version, action_code, approval_code, rule, message, trace
     from authorizations
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1 and account_sequence >= $3
      and account_sequence < $4 and decided_at < $5
    order by account_sequence, action_code = '00' or counted is not null, decided_at, message_key`,
);

/**
 * Reads decisions within a range of the account's sequence, in the order in which they took effect. Declines change nothing, so
 * declines of one sequence number come in any order, before the approval that raised it.
 */
export function readHistoricalRows(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  range: { from: bigint; until: bigint; before: Date },
): Promise<HistoricalRow[]> {
  return tx.query(selectDecisionsOfAccount, [bankId, accountId, range.from, range.until, range.before]);
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
