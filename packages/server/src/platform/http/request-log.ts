import { authorizeEcommerce, ERRORS } from '@cardwright/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Bindings, type DestinationStream, type Logger, pino, type SerializedError, stdSerializers } from 'pino';
import { holdsCheckedNumber, maskCardNumbers, maskUrl } from '../kernel/text/masked-text.ts';
import { readTraceParent } from '../kernel/trace-parent.ts';

/** Members that are censored in every logged object. */
const REDACTED = ['authorization', 'client_secret', 'client_assertion', 'access_token', 'card_number', 'CARD_NUMBER'];

/**
 * What libraries log of a request and of an error. The query may hold personal data, and raw bytes may hold anything,
 * so both are left out.
 */
const SERIALIZERS = {
  req: ({ method, url }: { method: string; url: string }) => ({ method, path: pathOf(url) }),
  err: (error: unknown) => {
    if (!(error instanceof Error)) return error;
    const { rawPacket: _, ...serialized } = stdSerializers.err(error) as SerializedError & { rawPacket?: unknown };
    return serialized;
  },
};

/**
 * Writes JSON lines with two safeguards: known members are censored, and everything in the finished line that looks
 * like a card number is masked, because libraries quote their input in errors.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const out = destination ?? pino.destination(1);
  const masked: DestinationStream = { write: (line) => out.write(maskLine(line)) };
  return pino(
    {
      level,
      base: null,
      serializers: SERIALIZERS,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    masked,
  );
}

/** Matches a member of the line itself; within a text, its quotes would be escaped. */
const TRACE_ID = /"trace_id":"([0-9a-f]{32})"/;

/**
 * Masks card numbers in a log line. One in 50 trace ids has a run of digits as long as a card number. It stays unmasked
 * if no part of it has the check digit of one.
 */
function maskLine(line: string): string {
  const match = TRACE_ID.exec(line);
  if (match === null || holdsCheckedNumber(match[1]!)) return maskCardNumbers(line);
  const { 0: member, index } = match;
  return maskCardNumbers(line.slice(0, index)) + member + maskCardNumbers(line.slice(index + member.length));
}

/** A URL without its query. */
export function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** Paths that machines poll every second and report about themselves. */
const POLLED: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

export function isPolledOften(url: string | undefined): boolean {
  return url !== undefined && POLLED.has(pathOf(url));
}

/**
 * The log level of a request. Authorizations have a stored trace each, so only faults of the server are logged at the
 * level info.
 */
function levelOf(request: FastifyRequest, status: number): 'debug' | 'info' {
  if (request.operationId === authorizeEcommerce.id) return status < 500 ? 'debug' : 'info';
  return POLLED.has(request.routeOptions.url) && status < 400 ? 'debug' : 'info';
}

/**
 * The log fields that identify a request, with its trace: that of the caller's W3C Trace Context, or the one that
 * started here.
 */
export function withTrace(
  bindings: Bindings,
  traceparent: string | string[] | undefined,
  span: { readonly traceId: string } | undefined,
): Bindings {
  const incoming = readTraceParent(traceparent)?.traceId;
  const id = incoming ?? span?.traceId;
  // a trace id of a caller could hold a card number, and is not logged then
  return id === undefined || (incoming !== undefined && holdsCheckedNumber(incoming))
    ? bindings
    : { ...bindings, trace_id: id };
}

/** Logs one line for each request. */
export function logRequests(app: FastifyInstance, maskNumbers: (text: string) => string): void {
  app.addHook('onResponse', (request, reply, done) => {
    const level = levelOf(request, reply.statusCode);
    if ((request.log as Logger).isLevelEnabled(level)) logRequest(request, reply, level);
    done();
  });

  function logRequest(request: FastifyRequest, reply: FastifyReply, level: 'debug' | 'info'): void {
    request.log[level](
      {
        method: request.method,
        path: maskUrl(pathOf(request.url), maskNumbers),
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        operation: request.operationId,
        caller: request.caller?.clientId,
        error_code: request.errorName && ERRORS[request.errorName].code,
        error: request.errorName,
        reason: request.shedBecause,
      },
      'request',
    );
  }
}
