import { ERRORS, type ErrorName } from '@cardwright/contract';
import type { FastifyRequest } from 'fastify';
import { ClientDisconnected } from '../kernel/concurrency/client-disconnected.ts';
import { OutcomeUnknown } from '../kernel/outcome-unknown.ts';
import { isConnectionTimeout } from '../storage/index.ts';

/**
 * PostgreSQL errors that a retry can solve: connection lost, too many connections, shutdown, deadlock, serialization,
 * lock not available, transaction timeout, a host that has become a standby, a database that accepts no connections for
 * now.
 */
const TRY_AGAIN = /^(08...|53...|57P0[1-5]|40001|40P01|55P03|55000|25P0[34]|25006)$/;
const CANCELED = '57014';
/** The code of the error that an active key is missing on this server. */
const KEY_MISSING = 'KEY_MISSING';
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const DRIVER =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|not queryable|Cannot use a pool after/;

export type FaultName = Extract<ErrorName, 'malfunction' | 'try_again_later' | 'timed_out'>;

/** Logs an unexpected error, and returns how to answer it. */
export function recordFault(request: Pick<FastifyRequest, 'log'>, error: unknown, what: string): FaultName {
  const fault = faultOf(error);
  // no client waits for the answer
  if (error instanceof ClientDisconnected)
    request.log.info('the client closed the connection; the request was canceled');
  else request.log.error({ err: error, error_code: ERRORS[fault].code }, what);
  return fault;
}

/**
 * Classifies unexpected errors, which are caught only here: the caller can retry, the request took too long, or the
 * server malfunctions.
 */
export function faultOf(error: unknown): FaultName {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if (error instanceof ClientDisconnected) return 'try_again_later';
  if (error instanceof OutcomeUnknown || code === CANCELED || isConnectionTimeout(error)) return 'timed_out';
  if (typeof code === 'string' && (TRY_AGAIN.test(code) || NETWORK.has(code) || code === KEY_MISSING))
    return 'try_again_later';
  return DRIVER.test(message) ? 'try_again_later' : 'malfunction';
}
