import { ok, type Result } from '../kernel/result.ts';
import { CLIENT_REJECTED, refuseToken } from './token-error.ts';
import type { TokenRequest } from './token-request.ts';

export const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

export type ClientCredentials =
  | {
      readonly method: 'client_secret_basic' | 'client_secret_post';
      readonly clientId: string;
      readonly secret: string;
    }
  | { readonly method: 'private_key_jwt'; readonly assertion: string; readonly clientId: string | undefined };

type Read = Result<ClientCredentials, 'invalid_request' | 'invalid_client'>;

/** Returns the client authentication of a request: exactly one of the three methods (RFC 6749 §2.3). */
export function readCredentials(authorization: string | undefined, request: TokenRequest): Read {
  const { client_id, client_secret, client_assertion, client_assertion_type } = request;
  const methods = [authorization, client_secret, client_assertion ?? client_assertion_type];
  if (methods.filter((method) => method !== undefined).length > 1) {
    return refuseToken('invalid_request', { message: 'More than one way of client authentication is used' });
  }
  if (authorization !== undefined) return readBasic(authorization, client_id);
  if (client_assertion !== undefined || client_assertion_type !== undefined) return readAssertion(request);
  if (client_secret === undefined)
    return refuseToken('invalid_client', { message: 'Client authentication is missing' });
  if (client_id === undefined) return refuseToken('invalid_request', { message: 'client_id is missing' });
  return ok({ method: 'client_secret_post', clientId: client_id, secret: client_secret });
}

function readBasic(authorization: string, bodyClientId: string | undefined): Read {
  const encoded = BASIC.exec(authorization)?.[1];
  if (encoded === undefined) {
    return refuseToken('invalid_client', {
      message: 'The Authorization header of a token request holds Basic credentials',
    });
  }
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) return CLIENT_REJECTED;
  const clientId = decodeFormText(pair.slice(0, colon));
  const secret = decodeFormText(pair.slice(colon + 1));
  if (clientId === undefined || secret === undefined) return CLIENT_REJECTED;
  if (bodyClientId !== undefined && bodyClientId !== clientId) {
    return refuseToken('invalid_request', { message: 'client_id is not the one of the Authorization header' });
  }
  return ok({ method: 'client_secret_basic', clientId, secret });
}

/** RFC 6749 §2.3.1: both parts are form-urlencoded before they are joined. */
function decodeFormText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function readAssertion({ client_id, client_assertion, client_assertion_type }: TokenRequest): Read {
  if (client_assertion_type !== ASSERTION_TYPE) {
    return refuseToken('invalid_request', { message: `client_assertion_type is not ${ASSERTION_TYPE}` });
  }
  if (client_assertion === undefined) return refuseToken('invalid_request', { message: 'client_assertion is missing' });
  return ok({ method: 'private_key_jwt', assertion: client_assertion, clientId: client_id });
}
