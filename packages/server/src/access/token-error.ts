import type { Failure } from '../kernel/result.ts';
import type { OauthClient } from './oauth-client-store.ts';

/** Errors of the token endpoint (RFC 6749 §5.2) and their HTTP status; the two last ones are borrowed from §4.1.2.1. */
export const TOKEN_ERRORS = {
  invalid_request: 400,
  invalid_client: 401,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  temporarily_unavailable: 429,
  server_error: 500,
} as const;
export type TokenErrorName = keyof typeof TOKEN_ERRORS;

export type TokenFailure = Failure<TokenErrorName>;

export function refuseToken<const Name extends TokenErrorName>(
  error: Name,
  more: Pick<Failure<Name>, 'message' | 'extra'>,
): Failure<Name> {
  return { ok: false, error, ...more };
}

/** `known` is the client with the given name, where one exists: for the audit log, never for the answer. */
export type ClientRefused<Name extends TokenErrorName> = Failure<Name> & { readonly known?: OauthClient };

/** Word for word the same for a wrong secret, an unknown client and a disabled one. */
export const CLIENT_REFUSED = { ok: false, error: 'invalid_client', message: 'Client authentication failed' } as const;
