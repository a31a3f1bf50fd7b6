import { type JsonObject, writeJson } from '@cardwright/contract';
import { Overloaded } from '../../../platform/kernel/concurrency/overloaded.ts';
import { OutcomeUnknown } from '../../../platform/kernel/outcome-unknown.ts';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { DecisionOutcome } from '../decision/decide.ts';
import type { AuthorizationMessage } from '../decision/facts.ts';
import { messageOfRaw } from '../decision/stored-message.ts';
import type { AuthorizationRequest } from '../message/authorization-request.ts';
import type { AuthorizationResponse } from '../message/authorization-response.ts';

/**
 * Messages and their responses as texts of one line, for another process of the same machine. Each is a head in JSON, a
 * tab, and the stored form of the message, which is therefore written only once.
 */

/** A message whose card was found, on its way to the process that decides for its account. */
export interface ForwardedMessage {
  readonly request: Omit<AuthorizationRequest, 'bank' | 'requestedCard' | 'cardMarks'>;
  readonly bankId: string;
  readonly card: CardReference;
  /** On the clock of `performance.now()` in this process. */
  readonly deadline: number;
}

/** A clock that all processes of a machine share: `performance.now()` counts from the start of each process. */
const machineNow = () => Number(process.hrtime.bigint() / 1_000n) / 1_000;

export function encodeForwardedMessage({ request, bankId, card, deadline }: ForwardedMessage): string {
  const until = deadline - performance.now() + machineNow();
  const { message, rawText, sender, traceParent } = request;
  const head: unknown[] = [String(card.cardId), String(card.accountId), bankId, sender, message.numberForm, until];
  if (traceParent !== undefined) head.push(traceParent);
  return `${JSON.stringify(head)}\t${rawText}`;
}

type Head = [string, string, string, number, AuthorizationMessage['numberForm'], number, traceParent?: string];

export function decodeForwardedMessage(text: string): ForwardedMessage {
  const { head, rest: rawText } = halves(text);
  const [cardId, accountId, bankId, sender, numberForm, until, traceParent] = head as Head;
  const raw = readStoredJson(rawText);
  return {
    request: { message: messageOfRaw(raw, numberForm), raw, rawText, sender, traceParent },
    bankId,
    card: { cardId: BigInt(cardId), accountId: BigInt(accountId) },
    deadline: until - machineNow() + performance.now(),
  };
}

export function encodeForwardedResponse({ outcome, raw, replayed }: AuthorizationResponse): string {
  const { actionCode, approvalCode, reason, settlementDate } = outcome;
  return `${JSON.stringify(['answered', actionCode, approvalCode, reason, settlementDate])}\t${replayed ? writeJson(raw) : ''}`;
}

/** Encodes why a message was not decided, as far as the process that forwarded it needs to know. */
export function encodeForwardedFailure(error: unknown): string {
  const { message, code } = error as { message?: unknown; code?: unknown };
  const kind = error instanceof Overloaded ? 'overloaded' : error instanceof OutcomeUnknown ? 'unknown' : 'failed';
  return `${JSON.stringify([kind, String(message), typeof code === 'string' ? code : null])}\t`;
}

type ResponseHead =
  | ['answered', DecisionOutcome['actionCode'], string, string, string]
  | ['overloaded' | 'unknown' | 'failed', string, string | null];

/**
 * The response of another process.
 * @param raw the message that was forwarded
 * @throws the error of the other process, as an error of the same kind
 */
export function decodeForwardedResponse(text: string, raw: JsonObject): AuthorizationResponse {
  const { head, rest } = halves(text);
  const parts = head as ResponseHead;
  if (parts[0] === 'answered') {
    const [, actionCode, approvalCode, reason, settlementDate] = parts;
    const outcome = { actionCode, approvalCode, reason, settlementDate };
    return { outcome, raw: rest === '' ? raw : readStoredJson(rest), replayed: rest !== '' };
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
