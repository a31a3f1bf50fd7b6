import { ERRORS } from '@cardwright/contract';
import type { FastifyInstance } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { maskCardNumbers } from '../kernel/masked-text.ts';

/** Members that never reach a log, wherever an object brings them in. */
const REDACTED = ['authorization', 'client_secret', 'client_assertion', 'access_token', 'card_number', 'CARD_NUMBER'];

/**
 * JSON lines. Two nets under every line: known members are censored, and whatever looks like a card number in the
 * finished line is masked, because errors of libraries quote what they were given.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const out = destination ?? pino.destination(1);
  const masked: DestinationStream = { write: (line) => out.write(maskCardNumbers(line)) };
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    masked,
  );
}

/** One line for each request. Authorizations are told at debug level: each of them has its stored trace. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const level =
      request.operationId === 'authorization.authorize-ecommerce' && reply.statusCode < 500 ? 'debug' : 'info';
    if (!(request.log as Logger).isLevelEnabled(level)) return;
    request.log[level](
      {
        method: request.method,
        url: maskCardNumbers(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        operation: request.operationId,
        caller: request.caller?.clientId,
        error_code: request.errorName && ERRORS[request.errorName].code,
        error: request.errorName,
      },
      'request',
    );
  });
}
