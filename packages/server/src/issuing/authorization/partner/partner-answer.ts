import {
  checkPartnerAnswer,
  firstCharacters,
  isJsonObject,
  type JsonObject,
  LONGEST_PARTNER_REASON,
  parseJson,
} from '@cardwright/contract';
import type { PartnerReply } from '../../../platform/kernel/partner-exchange.ts';
import { maskCardNumbers } from '../../../platform/kernel/text/masked-text.ts';
import type { HttpResponse, NoHttpResponse } from '../../../platform/outbox/index.ts';
import type { PartnerFact } from '../decision/facts.ts';

/** A valid answer about an authorization. */
export type AuthorizationReply = PartnerReply &
  Pick<PartnerFact, 'actionCode'> & { readonly answer: 'APPROVE' | 'DECLINE' };

/** The outcome of a request to the bank's own system. */
export type PartnerVerdict<Reply extends PartnerReply> =
  | Reply
  | {
      readonly answer: 'WRONG' | 'UNREACHABLE';
      readonly reason: string;
      readonly until: undefined;
    };

/** Reads an answer. A malformed answer is `WRONG`, and its reason says why. */
export function readPartnerAnswer<Reply extends PartnerReply>(
  answer: HttpResponse | NoHttpResponse,
  read: (answer: JsonObject) => Reply | string,
): PartnerVerdict<Reply> {
  if (answer.kind === 'unanswered') return without('UNREACHABLE', answer.reason);
  const { status, text, incomplete } = answer;
  if (status < 200 || status > 299) return without('WRONG', `HTTP ${status}`);
  if (incomplete !== undefined) return without('WRONG', 'the response has no end, or is too long');
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return without('WRONG', 'the response is not a JSON object');
  const reply = read(parsed.value);
  if (typeof reply === 'string') return without('WRONG', reply);
  const { reason } = reply;
  return reason === undefined ? reply : { ...reply, reason: storableReason(reason) };
}

/** Reads an answer about an authorization, or returns its fault. */
export function readAuthorizationReply(answer: JsonObject): AuthorizationReply | string {
  const { value, findings } = checkPartnerAnswer(answer);
  const [first] = findings;
  if (first !== undefined) return `the answer's ${first.path} ${first.message}`;
  const { decision, actionCode, reason, until } = value;
  if (decision === 'approve' && actionCode !== undefined) return 'the answer has an actionCode although it approves';
  return {
    answer: decision === 'approve' ? 'APPROVE' : 'DECLINE',
    actionCode,
    reason,
    until: until === undefined ? undefined : new Date(until),
  };
}

export function without(answer: 'WRONG' | 'UNREACHABLE', reason: string) {
  return { answer, reason: storableReason(reason), until: undefined };
}

/**
 * Makes a reason safe to store and show: masks card numbers, and removes characters that a one-line text cannot contain
 * and patterns that replays search for in a trace.
 */
function storableReason(reason: string): string {
  const clean = maskCardNumbers(reason)
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll(':ON_FOR_ONE', ' ON_FOR_ONE');
  return firstCharacters(clean, LONGEST_PARTNER_REASON);
}
