import { DELIVERY_NOTES, renderDeliveryNote } from '@cardwright/contract';
import { LRUCache } from 'lru-cache';
import { maskCardNumbers } from '../../kernel/text/masked-text.ts';
import type { EndpointOauthClient } from './delivery.ts';
import type { HttpRequest } from './http/exchange.ts';
import type { HttpResponse, NoHttpResponse } from './http/http-answer.ts';

/** Tokens are renewed this long before they expire, because a token could expire before the receiver checks it. */
const MARGIN_MS = 60_000;
/** Assumed lifetime when the token server sends no expires_in. */
const ASSUMED_LIFE_S = 300;
const MAX_TOKENS = 10_000;
/** Characters of an Authorization header: none that could end the header and start another. */
const BEARER = /^[\x21-\x7e]{1,8192}$/;
const ERROR_CODE = /^[\w.-]{1,40}$/;

type AccessToken = { readonly token: string } | { readonly problem: string };

export interface AccessTokens {
  /**
   * Returns the access token of this client, cached until shortly before it expires. Concurrent callers share one
   * request.
   */
  get(owner: string, client: EndpointOauthClient, untilMs: number): Promise<AccessToken>;
  /** Drops a token that the receiver refused; a newer token stays. */
  drop(owner: string, client: EndpointOauthClient, rejected: string): void;
}

export type Post = (owner: string, request: HttpRequest) => Promise<HttpResponse | NoHttpResponse>;

interface CachedToken {
  readonly token: string;
  readonly usableUntil: number;
}

/** Gets access tokens by OAuth 2 client credentials (RFC 6749 section 4.4), with the secret in HTTP Basic. */
export function createAccessTokens(post: Post, now: () => Date): AccessTokens {
  const cached = new LRUCache<string, CachedToken>({ max: MAX_TOKENS });
  const pending = new Map<string, Promise<AccessToken>>();
  // the secret is part of the cache key, so a changed secret is used at once
  const keyOf = (owner: string, client: EndpointOauthClient) => JSON.stringify([owner, client]);

  const request = async (
    key: string,
    owner: string,
    client: EndpointOauthClient,
    untilMs: number,
  ): Promise<AccessToken> => {
    const requestedAt = now().getTime();
    const answer = readToken(await post(owner, tokenRequest(client, untilMs)));
    if ('problem' in answer) return answer;
    const usableUntil = requestedAt + answer.lifeSeconds * 1_000 - MARGIN_MS;
    if (usableUntil > requestedAt) cached.set(key, { token: answer.token, usableUntil });
    return { token: answer.token };
  };

  return {
    async get(owner, client, untilMs) {
      const key = keyOf(owner, client);
      const cachedToken = cached.get(key);
      if (cachedToken !== undefined && now().getTime() < cachedToken.usableUntil) return { token: cachedToken.token };
      const waiting = pending.get(key) ?? request(key, owner, client, untilMs).finally(() => pending.delete(key));
      pending.set(key, waiting);
      return waiting;
    },
    drop(owner, client, rejected) {
      const key = keyOf(owner, client);
      if (cached.get(key)?.token === rejected) cached.delete(key);
    },
  };
}

function tokenRequest({ tokenUrl, clientId, clientSecret, scope }: EndpointOauthClient, untilMs: number): HttpRequest {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) });
  const credentials = `${formEncode(clientId)}:${formEncode(clientSecret)}`;
  return {
    url: tokenUrl,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    },
    body: form.toString(),
    untilMs,
  };
}

/** Both parts are form-encoded before they are joined (RFC 6749 section 2.3.1). */
function formEncode(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

/** Never quotes the answer itself, because even a faulty answer may contain a token. */
function readToken(
  answer: HttpResponse | NoHttpResponse,
): { token: string; lifeSeconds: number } | { problem: string } {
  if (answer.kind === 'unanswered') return { problem: answer.reason };
  if (answer.incomplete !== undefined) return { problem: DELIVERY_NOTES.tokenAnswerUnfinished };
  const { access_token, token_type, expires_in, error } = membersOf(answer.text);
  if (answer.status < 200 || answer.status > 299) {
    const { status } = answer;
    if (typeof error !== 'string' || !ERROR_CODE.test(error)) {
      return { problem: renderDeliveryNote('tokenStatus', { status }) };
    }
    return { problem: renderDeliveryNote('tokenStatusWithError', { status, quote: maskCardNumbers(error) }) };
  }
  if (typeof access_token !== 'string') return { problem: DELIVERY_NOTES.tokenMissing };
  if (!BEARER.test(access_token)) return { problem: DELIVERY_NOTES.tokenUnusable };
  if (String(token_type).toLowerCase() !== 'bearer') return { problem: DELIVERY_NOTES.tokenTypeOther };
  const life = Number(expires_in ?? ASSUMED_LIFE_S);
  if (!(life >= 0)) return { problem: DELIVERY_NOTES.tokenLifeInvalid };
  return { token: access_token, lifeSeconds: life };
}

function membersOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
