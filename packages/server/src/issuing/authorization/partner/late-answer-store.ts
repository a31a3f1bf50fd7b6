import { beginning, type Place } from '../../../platform/kernel/page.ts';
import { bucketOf, queryOne, statement, type Tx } from '../../../platform/storage/index.ts';
import type { AuthorizationReply } from './partner-answer.ts';

const insertLateAnswer = statement(
  'authorization.insert-late-partner-answer',
  `insert into late_partner_answers (bucket, account_id, message_key, bank_id, decision, action_code, reason, after_ms, at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
);

/** Stores a late answer of the bank's own system. Only the first answer is stored. */
export async function storeLateAnswer(
  tx: Tx,
  { bankId, accountId, key }: { bankId: string; accountId: bigint; key: bigint },
  { verdict, afterMs, at }: { verdict: AuthorizationReply; afterMs: number; at: Date },
): Promise<void> {
  const { answer, actionCode = null, reason = null } = verdict;
  await tx.query(insertLateAnswer, [
    bucketOf(accountId),
    accountId,
    key,
    bankId,
    answer,
    actionCode,
    reason,
    afterMs,
    at,
  ]);
}

export interface LateAnswerRow {
  decision: 'APPROVE' | 'DECLINE';
  action_code: string | null;
  reason: string | null;
  after_ms: number;
  at: Date;
}

const selectLateAnswers = statement(
  'authorization.select-late-partner-answer',
  `select decision, action_code, reason, after_ms, at from late_partner_answers
    where bucket = account_bucket($2) and account_id = $2 and message_key = $3 and bank_id = $1`,
);

export async function findLateAnswer(
  tx: Tx,
  bankId: string,
  key: { account_id: bigint; message_key: bigint },
): Promise<LateAnswerRow | undefined> {
  return (await tx.query<LateAnswerRow>(selectLateAnswers, [bankId, key.account_id, key.message_key]))[0];
}

export interface LateKey {
  account_id: bigint;
  message_key: bigint;
  decision: LateAnswerRow['decision'];
  at: Date;
}

const selectLateKeys = statement(
  'authorization.select-late-partner-answers',
  `select account_id, message_key, decision, at from late_partner_answers
    where bank_id = $1 and at <= $2 and (at, message_key) < ($2, $3) and at >= $4 and at < $5
      and ($6::text is null or decision = $6)
    order by at desc, message_key desc limit $7`,
);

/** Returns the keys of decisions with a late answer, newest answer first. */
export function readLateKeys(
  tx: Tx,
  bankId: string,
  filter: { decision: LateAnswerRow['decision'] | null; before: Place; from: Date; to: Date; limit: number },
): Promise<LateKey[]> {
  const { decision, before, from, to, limit } = filter;
  const { at, id } = beginning(before, to);
  return tx.query(selectLateKeys, [bankId, at, id, from, to, decision, limit]);
}

const countLateAnswersStatement = statement(
  'authorization.count-late-partner-answers',
  `select count(*) filter (where decision = 'APPROVE')::int as approve, count(*) filter (where decision = 'DECLINE')::int as decline
     from late_partner_answers where bank_id = $1 and at >= $2`,
);

/** Counts the late answers since a time. */
export function countLateAnswers(tx: Tx, bankId: string, since: Date): Promise<{ approve: number; decline: number }> {
  return queryOne<{ approve: number; decline: number }>(tx, countLateAnswersStatement, [bankId, since]);
}
