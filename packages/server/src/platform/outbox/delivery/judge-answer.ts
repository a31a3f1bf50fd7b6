import { DELIVERY_NOTES, firstCharacters, renderDeliveryNote } from '@cardwright/contract';
import { maskCardNumbers } from '../../kernel/text/masked-text.ts';
import type { Delivery, DeliveryOutcome, DeliveryResult } from './delivery.ts';
import { findFault } from './http/check-answer.ts';
import { type Limits, toSeconds } from './http/exchange.ts';
import type { HttpResponse, NoHttpResponse } from './http/http-answer.ts';
import { readRetryAfter } from './http/retry-after.ts';

const LONGEST_STORED_ANSWER = 1_000;

/** A delivery's result, without its duration. */
export type DeliveryVerdict = Omit<DeliveryResult, 'durationMs'>;

/** Decides the outcome of an exchange for the message. `token` is removed from the stored part of the answer. */
export function judge(
  delivery: Delivery,
  answer: HttpResponse | NoHttpResponse,
  { limits, now }: { limits: Limits; now: Date },
  token?: string,
): DeliveryVerdict {
  if (answer.kind === 'unanswered') {
    const { outcome, reason } = answer;
    return { outcome, reason, httpStatus: undefined, answer: undefined };
  }
  const judged = judgeAnswer(delivery.type, answer, limits);
  const retryAfterMs = judged.outcome === 'DELIVERED' ? undefined : readRetryAfter(answer.retryAfter, now);
  const storedText = toStoredText(answer.text, [token, delivery.payload, ...(delivery.parts ?? [])]);
  return { ...judged, retryAfterMs, httpStatus: answer.status, answer: storedText };
}

function judgeAnswer(
  type: string,
  { status, text, incomplete }: HttpResponse,
  { bodyMs, answerBytes }: Limits,
): { outcome: DeliveryOutcome; reason: string; code?: string } {
  if (status === 410) return { outcome: 'GONE', reason: DELIVERY_NOTES.gone };
  if (status >= 300 && status <= 399) {
    return { outcome: 'REDIRECTED', reason: renderDeliveryNote('redirect', { status }) };
  }
  if (status < 200 || status > 299) return { outcome: 'REJECTED', reason: renderDeliveryNote('status', { status }) };
  switch (incomplete) {
    case 'TOO_LONG':
      return { outcome: 'BAD_ANSWER', reason: renderDeliveryNote('answerTooLong', { bytes: answerBytes }) };
    case 'TIMED_OUT':
      return { outcome: 'TIMED_OUT', reason: renderDeliveryNote('answerUnfinished', { seconds: toSeconds(bodyMs) }) };
    case 'BROKEN_OFF':
      return { outcome: 'UNREACHABLE', reason: DELIVERY_NOTES.connectionLost };
    default:
      return findFault(type, text) ?? { outcome: 'DELIVERED', reason: DELIVERY_NOTES.delivered };
  }
}

/** The outcome if nothing was sent, because there was no access token. */
export function noToken(problem: string): DeliveryVerdict {
  return {
    outcome: 'NO_TOKEN',
    reason: renderDeliveryNote('noToken', { note: problem }),
    httpStatus: undefined,
    answer: undefined,
  };
}

/**
 * The beginning of the receiver's answer, which the endpoint's owner can read. Some receivers echo the request, which
 * contains personal data and the access token: both are removed. NUL is removed because PostgreSQL cannot store it.
 */
function toStoredText(text: string, secrets: readonly (string | undefined)[]): string {
  const presentSecrets = secrets.filter((secret) => secret !== undefined && secret !== '');
  const withoutSecrets = presentSecrets.reduce<string>((rest, secret) => rest.replaceAll(secret!, '[redacted]'), text);
  return firstCharacters(maskCardNumbers(withoutSecrets).replaceAll('\0', '\ufffd'), LONGEST_STORED_ANSWER);
}
