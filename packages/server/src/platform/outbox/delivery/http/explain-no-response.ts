import { errors } from 'undici';
import { AddressNotAllowed } from '../address/address-guard.ts';
import { NameNotResolved } from '../address/host-resolver.ts';
import type { NoHttpResponse } from './http-answer.ts';

const UNTRUSTED = 'the certificate is not signed by a trusted authority';
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without an answer',
  EPIPE: 'the connection was closed without an answer',
  UND_ERR_SOCKET: 'the connection was closed without an answer',
  UND_ERR_DESTROYED: 'this server was stopped',
  EHOSTUNREACH: 'there is no route to the address',
  ENETUNREACH: 'there is no route to the address',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
};

const NOT_CONNECTED = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);

/**
 * Explains why there was no answer. The text is this server's own, because the message of an error may quote request
 * data.
 */
export function explainNoResponse(error: Error & { code?: string }): NoHttpResponse {
  const kind = 'unanswered';
  const code = error.code ?? error.name;
  if (error instanceof AddressNotAllowed) return { kind, outcome: 'ADDRESS_REFUSED', reason: error.message };
  if (error instanceof NameNotResolved) return { kind, outcome: 'UNREACHABLE', reason: error.message };
  if (NOT_CONNECTED.has(code)) return { kind, outcome: 'TIMED_OUT', reason: 'no connection in time' };
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { kind, outcome: 'BAD_ANSWER', reason: "the answer's header is too long" };
  }
  if (error instanceof errors.HTTPParserError) return { kind, outcome: 'BAD_ANSWER', reason: 'the answer is not HTTP' };
  return { kind, outcome: 'UNREACHABLE', reason: UNREACHABLE[code] ?? `the connection failed (${code})` };
}
