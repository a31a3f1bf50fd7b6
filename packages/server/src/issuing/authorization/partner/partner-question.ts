import { createHash } from 'node:crypto';
import { PARTNER_QUESTION, type PartnerQuestion, writeJson } from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import { formatAmount } from '../../../platform/kernel/money.ts';
import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { Decision } from '../decision/decide.ts';
import type { AuthorizationMessage } from '../decision/facts.ts';
import type { RawMessage } from '../message/authorization-request.ts';
import { contentOfRequest } from '../message/ecommerce-message.ts';

/** A message that the bank's own system is to be asked about. */
export interface PartnerRequest {
  readonly bank: Bank;
  readonly card: CardReference;
  /** Of the message. */
  readonly key: bigint;
  readonly message: AuthorizationMessage;
  readonly raw: RawMessage;
  /** What would be decided without the question. */
  readonly decision: Decision;
  readonly currency: { readonly code: string; readonly exponent: number };
  readonly decidedAt: Date;
  /** When its network gives up, as `performance.now()` tells it. */
  readonly deadline: number;
  /** Of its request, where it is traced. */
  readonly traceParent?: string | undefined;
}

/** The same whenever the same message is asked about, on whatever server; with another amount it is another one. */
export function questionId({ bank, card, key, raw }: PartnerRequest): string {
  const identity = `${bank.bankId}\0${card.accountId}\0${key}\0${contentOfRequest(raw)}`;
  return `ask_${createHash('sha256').update(identity).digest('base64url').slice(0, 32)}`;
}

interface CardNames {
  account_number: string;
  exid: string;
}

const selectNames = statement(
  'authorization.select-names-of-card',
  `select a.account_number, c.exid from cards c
     join accounts a on a.bucket = c.bucket and a.account_id = c.account_id
    where c.bucket = account_bucket($2) and c.account_id = $2 and c.card_id = $3 and c.bank_id = $1`,
);

/** What is sent. It never holds a card number: that of the message is masked. */
export async function writePartnerQuestion(
  tx: Tx,
  asked: PartnerRequest,
  { id, deadlineMs }: { readonly id: string; readonly deadlineMs: number },
): Promise<string> {
  const { bank, card, message, raw, decision, currency, decidedAt } = asked;
  const [names] = await tx.query<CardNames>(selectNames, [bank.bankId, card.accountId, card.cardId]);
  if (names === undefined) throw new Error('the card of a message that was decided is not there');
  const question: PartnerQuestion = {
    id,
    type: PARTNER_QUESTION,
    timestamp: decidedAt.toISOString(),
    deadline_ms: deadlineMs,
    bank_id: bank.bankId,
    account_number: names.account_number,
    card_identifier_id: names.exid,
    retrieval_reference_number: String(message.retrievalReference).padStart(12, '0'),
    amount: formatAmount(message.billingMinor, currency.exponent),
    currency: currency.code,
    decided: { action_code: decision.actionCode, rule: decision.reason },
    message: raw,
  };
  return writeJson({ ...question });
}
