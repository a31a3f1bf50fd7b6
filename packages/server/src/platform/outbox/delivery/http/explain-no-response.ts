import { DELIVERY_NOTES, renderDeliveryNote } from '@cardwright/contract';
import { errors } from 'undici';
import { AddressNotAllowed } from '../address/address-guard.ts';
import { NameNotResolved } from '../address/host-resolver.ts';
import type { NoHttpResponse } from './http-answer.ts';

const CLOSED = DELIVERY_NOTES.connectionClosed;
const NO_ROUTE = DELIVERY_NOTES.noRoute;
const UNTRUSTED = DELIVERY_NOTES.certificateUntrusted;
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: DELIVERY_NOTES.connectionRefused,
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  UND_ERR_DESTROYED: DELIVERY_NOTES.serverStopped,
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: DELIVERY_NOTES.certificateExpired,
  CERT_NOT_YET_VALID: DELIVERY_NOTES.certificateEarly,
  ERR_TLS_CERT_ALTNAME_INVALID: DELIVERY_NOTES.certificateOtherName,
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
  if (NOT_CONNECTED.has(code)) return { kind, outcome: 'TIMED_OUT', reason: DELIVERY_NOTES.noConnectionInTime };
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { kind, outcome: 'BAD_ANSWER', reason: DELIVERY_NOTES.headerTooLong };
  }
  if (error instanceof errors.HTTPParserError) {
    return { kind, outcome: 'BAD_ANSWER', reason: DELIVERY_NOTES.answerNotHttp };
  }
  const reason = UNREACHABLE[code] ?? renderDeliveryNote('connectionFailed', { errorCode: code });
  return { kind, outcome: 'UNREACHABLE', reason };
}
