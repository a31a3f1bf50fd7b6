import { createHash } from 'node:crypto';
import { PARTNER_QUESTION, type PartnerQuestion, writeJson } from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import { formatAmount } from '../../../platform/kernel/money.ts';
import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { Decision } from '../decision/decide.ts';
import type { AuthorizationMessage } from '../decision/facts.ts';
import { writeReference } from '../decision/retrieval-reference.ts';
import type { RawMessage } from '../message/authorization-request.ts';
import { contentOfRequest } from '../message/ecommerce-message.ts';

/** A message for which the bank's own system is called. */
export interface PartnerRequest {
  readonly bank: Bank;
  readonly card: CardReference;
  /** The key of the message. */
  readonly key: bigint;
  readonly message: AuthorizationMessage;
  readonly raw: RawMessage;
  /** The decision without the partner's answer. */
  readonly decision: Decision;
  readonly currency: { readonly code: string; readonly exponent: number };
  readonly decidedAt: Date;
  /** When the network stops waiting, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** Trace context of the request; absent if it is not traced. */
  readonly traceParent?: string | undefined;
}

/**
 * Derives an id from the message, so that a repeated message gets the same id on every server. A different amount gives
 * a different id.
 */
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

/** Writes the request body. It never contains a full card number: the message's number is masked. */
export async function writePartnerQuestion(
  tx: Tx,
  request: PartnerRequest,
  { id, deadlineMs }: { readonly id: string; readonly deadlineMs: number },
): Promise<string> {
  const { bank, card, message, raw, decision, currency, decidedAt } = request;
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
    retrieval_reference_number: writeReference(message.retrievalReference),
    amount: formatAmount(message.billingMinor, currency.exponent),
    currency: currency.code,
    decided: { action_code: decision.actionCode, rule: decision.reason },
    message: raw,
  };
  return writeJson({ ...question });
}
