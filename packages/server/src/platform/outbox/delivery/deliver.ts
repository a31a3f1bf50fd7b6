import { readWebhookKey, signWebhook, type WebhookKey } from '@cardwright/sdk';
import { type Clock, systemClock } from '../../kernel/time/clock.ts';
import { createAccessTokens } from './access-tokens.ts';
import type { AddressGuard } from './address/address-guard.ts';
import type { Deliver, Delivery, EndpointSigningKey } from './delivery.ts';
import type { HttpRequest, Limits } from './http/exchange.ts';
import { createGuardedPost } from './http/guarded-post.ts';
import { type DeliveryVerdict, judge, noToken } from './judge-answer.ts';

const LIMITS: DeliveryLimits = {
  connectMs: 5_000,
  headersMs: 10_000,
  bodyMs: 15_000,
  answerBytes: 64 * 1024,
  totalMs: 45_000,
};

interface DeliveryLimits extends Limits {
  /**
   * Limit for a whole delivery, including the token request and one retry with a new token, in milliseconds. Shorter
   * than the relay's lease.
   */
  readonly totalMs: number;
}

export interface DeliverOptions extends AddressGuard {
  readonly allowHttp: boolean;
  /** Certificates in PEM that are trusted in addition to those of Node. */
  readonly extraCa?: string | undefined;
  readonly limits?: Partial<DeliveryLimits>;
  /** Real time, even if the sandbox moved the business clock: receivers compare the timestamp with their own clock. */
  readonly clock?: Clock;
}

export interface Deliverer {
  readonly deliver: Deliver;
  /** Aborts running deliveries. The relay waits for them before it calls this. */
  close(): Promise<void>;
}

/** Sends each notification once, as Standard Webhooks defines it. Retries are the relay's task. */
export function createDeliver(options: DeliverOptions): Deliverer {
  const limits = { ...LIMITS, ...options.limits };
  const clock = options.clock ?? systemClock;
  const guarded = createGuardedPost({ ...options, connectMs: limits.connectMs });
  const post = (owner: string, request: HttpRequest) => guarded.post(owner, request, limits);
  const tokens = createAccessTokens(post, clock.now);

  const attempt = async (delivery: Delivery, untilMs: number): Promise<DeliveryVerdict> => {
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

/** Includes the bank, because two banks may have endpoints with the same id. */
function endpointName({ bankId, endpointId }: Delivery): string {
  return `${bankId}/${endpointId}`;
}

function signedRequest(delivery: Delivery, now: Date, untilMs: number, token: string | undefined): HttpRequest {
  const { url, notificationId, payload, keys } = delivery;
  const timestamp = Math.floor(now.getTime() / 1_000);
  const signature = signWebhook({ id: notificationId, timestamp, body: payload, keys: keys.map(readKey) });
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

/** Parsed keys, because parsing one takes longer than signing with it. */
const readKeys = new WeakMap<EndpointSigningKey, WebhookKey>();

function readKey(key: EndpointSigningKey): WebhookKey {
  const cached = readKeys.get(key);
  if (cached !== undefined) return cached;
  const read = readWebhookKey(`${key.kind === 'hmac' ? 'whsec_' : 'whsk_'}${key.secret.toString('base64')}`);
  readKeys.set(key, read);
  return read;
}
