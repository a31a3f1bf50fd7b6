import type { TokenErrorName } from '@cardwright/contract';
import type { Failure } from '../kernel/result.ts';
import type { OauthClient } from './clients/oauth-client-store.ts';

export type TokenFailure = Failure<TokenErrorName>;

export function refuseToken<const Name extends TokenErrorName>(
  error: Name,
  more: Pick<Failure<Name>, 'message' | 'extra'>,
): Failure<Name> {
  return { ok: false, error, ...more };
}

/** `client` is the client with the supplied id, if it exists: for the audit log, never for the response. */
export type ClientRejection<Name extends TokenErrorName> = Failure<Name> & { readonly client?: OauthClient };

/** Word for word the same for a wrong secret, an unknown client and a disabled one. */
export const CLIENT_REJECTED = { ok: false, error: 'invalid_client', message: 'Client authentication failed' } as const;
