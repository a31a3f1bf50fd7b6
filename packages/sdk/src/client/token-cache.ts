import { CardwrightError } from './cardwright-error.ts';
import type { ClientSettings } from './client-options.ts';
import { fetchWithin } from './fetch-within.ts';
import { repeat } from './repeat.ts';
import { type CallerParty, type Identity, retryAfterMsOf } from './send-call.ts';
import type { WireAnswer } from './unwrap-answer.ts';

/** Returns the parameters and headers that authenticate the client. They are new for each token request. */
export type Proof = () => Promise<{ headers: Record<string, string>; parameters: Record<string, string> }>;

interface CachedToken extends Identity {
  readonly renewAt: number;
}

const TOKEN_OPERATION = 'access.issue-token';
/** A token is renewed when this fraction of its lifetime is left, so that it does not expire in transit. */
const LEFT_AT_RENEWAL = 0.1;
const SHORTEST_LEFT_MS = 5_000;

/** Gets access tokens, caches them, and renews them. All waiting calls share one request. */
export class TokenCache implements CallerParty {
  readonly #settings: ClientSettings;
  readonly #proof: Proof;
  readonly #url: string;
  readonly #scope: string | undefined;
  #cached: CachedToken | undefined;
  #pending: Promise<CachedToken> | undefined;

  constructor(settings: ClientSettings, url: string, proof: Proof, scope: string | undefined) {
    this.#settings = settings;
    this.#url = url;
    this.#proof = proof;
    this.#scope = scope;
  }

  async identify(signal: AbortSignal | undefined): Promise<Identity> {
    if (this.#cached !== undefined && Date.now() < this.#cached.renewAt) return this.#cached;
    this.#pending ??= this.#request().finally(() => {
      this.#pending = undefined;
    });
    return await unlessAborted(this.#pending, signal);
  }

  renew(identity: Identity): void {
    if (this.#cached === identity) this.#cached = undefined;
  }

  async #request(): Promise<CachedToken> {
    const { maxRetries, retryDelayMs, fetch, timeoutMs, log } = this.#settings;
    this.#cached = await repeat({ maxRetries, retryDelayMs, log }, true, async () => {
      const { headers, parameters } = await this.#proof();
      const scope = this.#scope === undefined ? {} : { scope: this.#scope };
      const body = new URLSearchParams({ grant_type: 'client_credentials', ...scope, ...parameters });
      const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
      const request = { method: 'POST', headers: { ...form, ...headers }, body: body.toString() };
      const ofFailure = { operation: TOKEN_OPERATION };
      return readToken(await fetchWithin({ fetch, url: this.#url, request, timeoutMs, signal: undefined, ofFailure }));
    });
    return this.#cached;
  }
}

function readToken({ status, headers, text }: WireAnswer): CachedToken {
  const json = jsonOf(text);
  const { access_token: token, expires_in: seconds } = json;
  if (status < 300 && typeof token === 'string') {
    const lifeMs = (typeof seconds === 'number' ? seconds : 60) * 1_000;
    const renewAt = Date.now() + lifeMs - Math.max(lifeMs * LEFT_AT_RENEWAL, SHORTEST_LEFT_MS);
    return { headers: { authorization: `Bearer ${token}` }, bankId: bankOf(token), renewAt };
  }
  throw new CardwrightError({
    operation: TOKEN_OPERATION,
    code: typeof json.error === 'string' ? 'credentials_refused' : 'answer_unreadable',
    text: `HTTP ${status} ${String(json.error_description ?? json.error ?? 'without an answer of a token endpoint')}`,
    status,
    retryAfterMs: retryAfterMsOf(headers.get('retry-after')),
  });
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Returns the bank in the claims of a token. Undefined if the token cannot be read. */
export function bankOf(token: string): string | undefined {
  const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  try {
    const { bank_id: bankId } = JSON.parse(atob(claims)) as { bank_id?: unknown };
    return typeof bankId === 'string' ? bankId : undefined;
  } catch {
    return undefined;
  }
}

/** Rejects when the signal aborts. The promise itself continues, because other callers may wait for it. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
