import { type ClientOptions, type ClientSettings, settingsOf } from './client-options.ts';
import { freeRequest, type RequestOptions } from './free-request.ts';
import { type Pending, pending } from './pending.ts';
import { assertionFactory, type PrivateKey } from './private-key.ts';
import { ResourceClient } from './resource-client.ts';
import { type CallerParty, send } from './send-call.ts';
import { bankOf, type Proof, TokenCache } from './token-cache.ts';

/** Credentials of the client: a name with a secret or a key, or tokens from another source. */
export type Credentials =
  | { readonly clientId: string; readonly clientSecret: string }
  | {
      readonly clientId: string;
      readonly privateKey: PrivateKey;
      /** `kid` of the key, if the operator registered several keys for the client. */
      readonly keyId?: string;
      /** The issuer name of the server, if it differs from the address of the token endpoint. */
      readonly audience?: string;
    }
  | {
      /** Called for each attempt. The function itself must cache its tokens. */
      readonly accessToken: () => string | Promise<string>;
    };

/** Options of {@link Cardwright}: the connection to the gateway, and the credentials of the client. */
export type CardwrightOptions = ClientOptions &
  Credentials & {
    /** Scopes to request, if fewer than the client has. */
    readonly scope?: string;
    /** Address of the token endpoint. Default: `/oauth2/token` below `baseUrl`. */
    readonly tokenUrl?: string;
  };

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * A client of the gateway for a program that can store a secret. Create one client and share it, as it caches its
 * access token. For a browser, use `@cardwright/sdk/browser`.
 */
export class Cardwright extends ResourceClient {
  readonly #settings: ClientSettings;
  readonly #caller: CallerParty;

  constructor(options: CardwrightOptions) {
    const settings = settingsOf(options);
    const caller = callerOf(options, settings);
    super(settings, caller);
    this.#settings = settings;
    this.#caller = caller;
  }

  /**
   * Sends a request to a path below `baseUrl`, such as `/V2/tokens`. Use it for operations that have no method in this
   * version. The client adds the caller's token, and changes neither the request nor the answer otherwise. It retries
   * only a GET, or a request with an `idempotencyKey`.
   */
  request<T = unknown>(method: string, path: string, body?: unknown, options: RequestOptions = {}): Pending<T> {
    const sending = freeRequest(method, path, body, options, this.#settings);
    return pending<T>(send(sending, this.#caller, this.#settings));
  }
}

function callerOf(options: CardwrightOptions, settings: ClientSettings): CallerParty {
  if ('accessToken' in options) {
    const { accessToken } = options;
    return {
      identify: async () => {
        const token = await accessToken();
        return { headers: { authorization: `Bearer ${token}` }, bankId: bankOf(token) };
      },
    };
  }
  const url = options.tokenUrl ?? `${settings.baseUrl}/oauth2/token`;
  return new TokenCache(settings, url, proofOf(options, url), options.scope);
}

/** Throws for an unset variable when the client is created, not in the first call. */
function proofOf(options: Exclude<Credentials, { accessToken: unknown }>, url: string): Proof {
  const { clientId } = options;
  if (!clientId) throw new TypeError('the client needs a clientId (is an environment variable not set?)');
  if ('privateKey' in options && options.privateKey !== undefined) {
    const { privateKey, keyId, audience = url } = options;
    const assert = assertionFactory({ clientId, privateKey, keyId, audience });
    return async () => ({
      headers: {},
      parameters: { client_assertion_type: ASSERTION_TYPE, client_assertion: assert() },
    });
  }
  const { clientSecret } = options as { clientSecret?: string };
  if (!clientSecret) throw new TypeError('the client needs a clientSecret or a privateKey');
  const basic = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  return async () => ({ headers: { authorization: `Basic ${basic}` }, parameters: {} });
}
