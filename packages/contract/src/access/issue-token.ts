import Type from 'typebox';
import { oneOf, optional, record, text } from '../schema/fields.ts';

/**
 * The only operation without a version and a scope, with the message form of RFC 6749:
 * docs/interface/callers.md#access-token.
 */
export const TOKEN_PATH = '/oauth2/token';

export const AccessTokenRequest = record(
  {
    grant_type: oneOf(['client_credentials']),
    scope: optional(
      Type.String({
        description: 'Requested scopes, separated by spaces. Default: all scopes of the client',
      }),
    ),
    client_id: optional(
      Type.String({ description: 'Id of the client; sent with client_secret if there is no Authorization: Basic' }),
    ),
    client_secret: optional(Type.String({ description: 'Secret of the client' })),
    client_assertion: optional(Type.String({ description: 'Signed assertion (RFC 7523), used instead of a secret' })),
    client_assertion_type: optional(oneOf(['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'])),
  },
  { component: 'AccessTokenRequest' },
);

export const AccessTokenAnswer = record(
  {
    access_token: Type.String({ description: 'Signed JWT (RFC 9068)' }),
    token_type: oneOf(['Bearer']),
    expires_in: Type.Integer({ description: 'Lifetime in seconds' }),
    scope: Type.String({ description: 'Scopes of the token' }),
  },
  { component: 'AccessToken' },
);

/** Errors of the token endpoint (RFC 6749 §5.2) with their HTTP status. The last two come from §4.1.2.1. */
export const TOKEN_ERRORS = {
  invalid_request: 400,
  invalid_client: 401,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  temporarily_unavailable: 429,
  server_error: 500,
} as const;
export type TokenErrorName = keyof typeof TOKEN_ERRORS;

/**
 * Status of `temporarily_unavailable` if the caller is within its rate, but the server lacks a resource, such as its
 * database.
 */
export const TOKEN_UNAVAILABLE = 503;

/** All refusals with their status. `temporarily_unavailable` has two statuses. */
export const TOKEN_REFUSALS: readonly (readonly [error: TokenErrorName, http: number])[] = [
  ...(Object.entries(TOKEN_ERRORS) as [TokenErrorName, number][]),
  ['temporarily_unavailable', TOKEN_UNAVAILABLE],
];

export const AccessTokenRefusal = record(
  {
    error: oneOf(Object.keys(TOKEN_ERRORS) as TokenErrorName[]),
    error_description: text(500, { description: 'Description of the error' }),
  },
  { component: 'AccessTokenRefusal' },
);
