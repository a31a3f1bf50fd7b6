import { type JsonObject, writeJson } from '@cardwright/contract';
import { Overloaded } from '../../../platform/kernel/concurrency/overloaded.ts';
import { OutcomeUnknown } from '../../../platform/kernel/outcome-unknown.ts';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import type { BatchAnswer } from '../batch/batch.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { AnsweredDecision } from '../decision/decide.ts';
import type { AuthorizationMessage } from '../decision/facts.ts';
import { messageOfRaw } from '../message/ecommerce-message.ts';
import type { BatchItem } from '../message/resolved-message.ts';

/**
 * Messages and their answers as texts of one line, for another process of the same machine. A part of its own writing is
 * followed by a tab and the message as it is kept, which needs not be written and read a second time.
 */

/** A message whose card was found, on its way to the process that decides for its account. */
export interface ForwardedMessage {
  readonly item: Omit<BatchItem, 'bank' | 'cardMarks'>;
  readonly bankId: string;
  readonly card: CardReference;
  /** As `performance.now()` of this process tells it. */
  readonly deadline: number;
  readonly traceParent?: string | undefined;
}

/** The number that all processes of a machine agree on: `performance.now()` counts from the start of each. */
const machineNow = () => Number(process.hrtime.bigint() / 1_000n) / 1_000;

export function encodeForwardedMessage({ item, bankId, card, deadline, traceParent }: ForwardedMessage): string {
  const until = deadline - performance.now() + machineNow();
  const { numberForm } = item.message;
  const head: unknown[] = [String(card.cardId), String(card.accountId), bankId, item.sender, numberForm, until];
  if (traceParent !== undefined) head.push(traceParent);
  return `${JSON.stringify(head)}\t${item.keptText}`;
}

type Head = [string, string, string, number, AuthorizationMessage['numberForm'], number, traceParent?: string];

export function decodeForwardedMessage(text: string): ForwardedMessage {
  const { head, rest: keptText } = halves(text);
  const [cardId, accountId, bankId, sender, numberForm, until, traceParent] = head as Head;
  const kept = readStoredJson(keptText);
  return {
    item: { message: messageOfRaw(kept, numberForm), kept, keptText, sender },
    bankId,
    card: { cardId: BigInt(cardId), accountId: BigInt(accountId) },
    deadline: until - machineNow() + performance.now(),
    ...(traceParent !== undefined && { traceParent }),
  };
}

export function encodeForwardedAnswer({ answered, kept, replayed }: BatchAnswer): string {
  const { actionCode, approvalCode, reason, settlementDate } = answered;
  return `${JSON.stringify(['answered', actionCode, approvalCode, reason, settlementDate])}\t${replayed ? writeJson(kept) : ''}`;
}

/** Why a message was not decided, as far as whoever asked for it has to know. */
export function encodeForwardedFailure(error: unknown): string {
  const { message, code } = error as { message?: unknown; code?: unknown };
  const kind = error instanceof Overloaded ? 'overloaded' : error instanceof OutcomeUnknown ? 'unknown' : 'failed';
  return `${JSON.stringify([kind, String(message), typeof code === 'string' ? code : null])}\t`;
}

type AnswerHead =
  | ['answered', AnsweredDecision['actionCode'], string, string, string]
  | ['overloaded' | 'unknown' | 'failed', string, string | null];

/**
 * The answer of another process.
 * @param kept the message that was handed over
 * @throws what the other process failed with, as an error of the same kind
 */
export function decodeForwardedAnswer(text: string, kept: JsonObject): BatchAnswer {
  const { head, rest } = halves(text);
  const parts = head as AnswerHead;
  if (parts[0] === 'answered') {
    const [, actionCode, approvalCode, reason, settlementDate] = parts;
    const answered = { actionCode, approvalCode, reason, settlementDate };
    return { answered, kept: rest === '' ? kept : readStoredJson(rest), replayed: rest !== '' };
  }
  const [kind, message, code] = parts;
  if (kind === 'overloaded') throw new Overloaded(message);
  if (kind === 'unknown') throw new OutcomeUnknown(message);
  throw Object.assign(new Error(message), code !== null && { code });
}

function halves(text: string): { head: unknown; rest: string } {
  const at = text.indexOf('\t');
  return { head: JSON.parse(text.slice(0, at)), rest: text.slice(at + 1) };
}
