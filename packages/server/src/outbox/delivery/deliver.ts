import { signWebhook } from '@cardwright/sdk';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { maskCardNumbers } from '../../kernel/masked-text.ts';
import { createAccessTokens } from './access-tokens.ts';
import type { AddressGuard } from './address-guard.ts';
import { findFault } from './check-answer.ts';
import type { Deliver, Delivery, DeliveryOutcome, DeliveryResult, EndpointSigningKey } from './delivery.ts';
import { type Answered, type HttpRequest, type Limits, seconds, type Unanswered } from './exchange.ts';
import { createGuardedPost } from './guarded-post.ts';
import { readRetryAfter } from './retry-after.ts';

const LIMITS: DeliveryLimits = {
  connectMs: 5_000,
  headersMs: 10_000,
  bodyMs: 15_000,
  answerBytes: 64 * 1024,
  totalMs: 45_000,
};
const LONGEST_ANSWER_KEPT = 1_000;

interface DeliveryLimits extends Limits {
  /**
   * Limit for a whole delivery, including the token request and one retry with a new token. Shorter than the relay's
   * lease.
   */
  readonly totalMs: number;
}

export interface DeliverOptions extends AddressGuard {
  readonly allowHttp: boolean;
  /** Certificates in PEM that are trusted in addition to those of Node. */
  readonly extraCa?: string | undefined;
  readonly limits?: Partial<DeliveryLimits>;
  /**
   * Real time, even where the sandbox moved the business clock: receivers compare the timestamp with their own clock.
   */
  readonly clock?: Clock;
}

export interface Deliverer {
  readonly deliver: Deliver;
  /** Aborts what is still running. The relay has waited for it before. */
  close(): Promise<void>;
}

/** The outcome and its reason, without the duration. */
type Verdict = Omit<DeliveryResult, 'durationMs'>;

/** Sends each notification once, as Standard Webhooks defines it. Retries are the relay's task. */
export function createDeliver(options: DeliverOptions): Deliverer {
  const limits = { ...LIMITS, ...options.limits };
  const clock = options.clock ?? systemClock;
  const guarded = createGuardedPost({ ...options, connectMs: limits.connectMs });
  const post = (owner: string, request: HttpRequest) => guarded.post(owner, request, limits);
  const tokens = createAccessTokens(post, clock.now);

  const attempt = async (delivery: Delivery, untilMs: number): Promise<Verdict> => {
    const { oauth } = delivery;
    const owner = endpointName(delivery);
    const send = (token?: string) => post(owner, signedRequest(delivery, clock.now(), untilMs, token));
    const by = () => ({ limits, now: clock.now() });
    if (oauth === undefined) return judge(delivery, await send(), by());

    const first = await tokens.get(owner, oauth, untilMs);
    if ('problem' in first) return noToken(first.problem);
    const answer = await send(first.token);
    if (answer.kind !== 'answered' || answer.status !== 401) return judge(delivery, answer, by(), first.token);

    // the token was revoked early, or the receiver changed its keys: retry once with a new token
    tokens.drop(owner, oauth, first.token);
    const second = await tokens.get(owner, oauth, untilMs);
    if ('problem' in second) return noToken(second.problem);
    return judge(delivery, await send(second.token), by(), second.token);
  };

  return {
    deliver: async (delivery) => {
      const startedMs = performance.now();
      const verdict = await attempt(delivery, startedMs + limits.totalMs);
      return { ...verdict, durationMs: Math.round(performance.now() - startedMs) };
    },
    close: guarded.close,
  };
}

/** With the bank, because two banks may have endpoints with the same id. */
function endpointName({ bankId, endpointId }: Delivery): string {
  return `${bankId}/${endpointId}`;
}

function signedRequest(delivery: Delivery, now: Date, untilMs: number, token: string | undefined): HttpRequest {
  const { url, notificationId, payload, keys } = delivery;
  const timestamp = Math.floor(now.getTime() / 1_000);
  const signature = signWebhook({ id: notificationId, timestamp, body: payload, keys: keys.map(writeKey) });
  return {
    url,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'webhook-id': notificationId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: payload,
    untilMs,
  };
}

function writeKey({ kind, secret }: EndpointSigningKey): string {
  return `${kind === 'hmac' ? 'whsec_' : 'whsk_'}${secret.toString('base64')}`;
}

function judge(
  delivery: Delivery,
  answer: Answered | Unanswered,
  { limits, now }: { limits: Limits; now: Date },
  token?: string,
): Verdict {
  if (answer.kind === 'unanswered') {
    const { outcome, reason } = answer;
    return { outcome, reason, httpStatus: undefined, answer: undefined };
  }
  const judged = judgeAnswer(delivery.type, answer, limits);
  const retryAfterMs = judged.outcome === 'DELIVERED' ? undefined : readRetryAfter(answer.retryAfter, now);
  const shown = kept(answer.text, [token, delivery.payload]);
  return { ...judged, retryAfterMs, httpStatus: answer.status, answer: shown };
}

function judgeAnswer(
  type: string,
  { status, text, incomplete }: Answered,
  { bodyMs, answerBytes }: Limits,
): { outcome: DeliveryOutcome; reason: string; code?: string } {
  if (status === 410) return { outcome: 'GONE', reason: 'HTTP 410: the endpoint is gone' };
  if (status >= 300 && status <= 399) {
    return { outcome: 'REDIRECTED', reason: `HTTP ${status}: redirects are not followed` };
  }
  if (status < 200 || status > 299) return { outcome: 'REJECTED', reason: `HTTP ${status}` };
  switch (incomplete) {
    case 'TOO_LONG':
      return { outcome: 'BAD_ANSWER', reason: `the answer is longer than ${answerBytes} bytes` };
    case 'TIMED_OUT':
      return { outcome: 'TIMED_OUT', reason: `the answer did not end within ${seconds(bodyMs)}` };
    case 'BROKEN_OFF':
      return { outcome: 'UNREACHABLE', reason: 'the connection was lost before the answer ended' };
    default:
      return findFault(type, text) ?? { outcome: 'DELIVERED', reason: 'delivered' };
  }
}

function noToken(problem: string): Verdict {
  return {
    outcome: 'NO_TOKEN',
    reason: `no token from the token URL: ${problem}`,
    httpStatus: undefined,
    answer: undefined,
  };
}

/**
 * The beginning of the receiver's answer, for the endpoint's owner to look at. Some receivers echo the request, which
 * holds personal data and our token: both are removed. NUL is removed because PostgreSQL cannot store it.
 */
function kept(text: string, secrets: readonly (string | undefined)[]): string {
  const known = secrets.filter((secret) => secret !== undefined && secret !== '');
  const spoken = known.reduce<string>((rest, secret) => rest.replaceAll(secret!, '[redacted]'), text);
  return maskCardNumbers(spoken).replaceAll('\0', '\ufffd').slice(0, LONGEST_ANSWER_KEPT);
}
