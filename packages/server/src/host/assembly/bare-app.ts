import { randomUUID } from 'node:crypto';
import type { Server as HttpsServer } from 'node:https';
import { type FastifyError, type FastifyInstance, type FastifyReply, fastify, LogController } from 'fastify';
import type { Logger } from 'pino';
import { RECEIVE_TIMEOUT_MS } from '../../platform/http/before-body.ts';
import { createEventLoopThrottle } from '../../platform/http/event-loop-throttle.ts';
import { faultOf } from '../../platform/http/faults.ts';
import { type FirstBytes, measureFirstBytes } from '../../platform/http/first-byte.ts';
import { lingerAfterAnswer } from '../../platform/http/linger.ts';
import { PROTECTION } from '../../platform/http/protection.ts';
import { findHeadFault, refuseHead } from '../../platform/http/refuse-head.ts';
import { logRequests, withTrace } from '../../platform/http/request-log.ts';
import { requestLogger } from '../../platform/http/request-logger.ts';
import { BODY_LIMIT } from '../../platform/http/surfaces/body-parts.ts';
import { problem } from '../../platform/http/surfaces/rest-surface.ts';
import {
  CLIENT_CERTIFICATE_OPTIONS,
  followTlsFiles,
  isOfFormerAuthorities,
  readTlsFiles,
  type TlsFiles,
} from '../../platform/http/tls-files.ts';
import { beginRequestSpan, traceRequests } from '../../platform/http/trace-requests.ts';
import { answerParserError, answerUnusualRequests } from '../../platform/http/unparsed-requests.ts';
import { spansNow } from '../../platform/kernel/spans.ts';
import { mayHoldCardNumber } from '../../platform/kernel/text/masked-text.ts';
import { answerUnserved } from './paths/unserved-paths.ts';

const POLICY = 'content-security-policy';
const REQUEST_ID = /^[\w.:-]{1,64}$/;
/** The longest time until a request head arrives, including on a connection that has sent nothing. */
const HEAD_TIMEOUT_MS = 10_000;
/** The interval of the timeout check, which may delay the close of such a connection. Node's default is 30 seconds. */
const CONNECTIONS_CHECKED_MS = 1_000;

export interface BareAppDeps {
  readonly logger: Logger;
  readonly maskCardNumbers: (text: string) => string;
  /** The TLS files. Without them, the server uses HTTP, for example behind a proxy. */
  readonly tls?: TlsFiles | undefined;
}

/**
 * Creates an HTTP server with the parts that every server of this process has: limits, request ids, log lines,
 * protective headers, and failures of one shape.
 */
export function createBareApp(
  { logger, maskCardNumbers, tls }: BareAppDeps,
  { mentionsDocs, isDraining = () => false }: { mentionsDocs: boolean; isDraining?: () => boolean },
): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: RECEIVE_TIMEOUT_MS,
    ...listenerOptions(tls),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']) ?? randomUUID(),
    childLoggerFactory: (_parent, bindings, options, request) => {
      const span = beginRequestSpan(request);
      return requestLogger(logger, () => withTrace(bindings, request.headers.traceparent, span), options);
    },
    forceCloseConnections: 'idle',
    // while the server stops, it still serves requests on open connections, because the framework's own 503 would not
    // have the shape of the operation
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: (error, socket) => answerParserError(logger, error, socket),
    // a path that cannot be decoded gets a 404, because the framework's own answer would quote the path
    frameworkErrors: (_error, request, reply) => unserved(request, protect(reply)),
  }) as unknown as FastifyInstance;
  app
    .decorateRequest('beganAt', 0)
    .decorateRequest('caller')
    .decorateRequest('admission')
    .decorateRequest('operationId')
    .decorateRequest('errorName')
    .decorateRequest('shedBecause')
    .decorateRequest('refusal')
    .decorateRequest('found')
    .decorateRequest('warned');
  logRequests(app, maskCardNumbers);
  if (tls !== undefined) app.addHook('onClose', followed(app, tls, logger));
  answerUnusualRequests(app.server);
  const firstBytes = measureFirstBytes(app.server);
  const throttle = createEventLoopThrottle();
  app.addHook('onRequest', (request, reply, done) => {
    request.beganAt = firstBytes.of(request.raw);
    reply.header('x-request-id', request.id);
    protect(reply);
    const fault = findHeadFault(request.raw);
    if (fault === undefined) throttle.begin(done);
    else refuseHead(request, reply, fault);
  });
  if (spansNow() !== undefined) traceRequests(app);
  endConnections(app, isDraining, firstBytes);
  endJsonWithNewline(app);
  // set before all routes: routes that exist when a plugin loads keep the framework's own handlers
  const unserved = answerUnserved(app, maskCardNumbers, { mentionsDocs });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isCallers = error.statusCode !== undefined && error.statusCode < 500;
    if (!isCallers) request.log.error({ err: error }, 'request failed');
    return reply.send(problem(reply, request, { ok: false, error: isCallers ? 'body_unreadable' : faultOf(error) }));
  });
  return app;
}

function listenerOptions(tls: TlsFiles | undefined) {
  const limits = {
    headersTimeout: HEAD_TIMEOUT_MS,
    connectionsCheckingInterval: CONNECTIONS_CHECKED_MS,
    // refuse-head.ts answers a request without this header, in the shape of all other failures
    requireHostHeader: false,
  };
  if (tls === undefined) return { http: limits };
  const { validTo: _, ...context } = readTlsFiles(tls);
  const certificateOptions = tls.clientCaFile === undefined ? {} : CLIENT_CERTIFICATE_OPTIONS;
  return { https: { ...limits, ...context, ...certificateOptions, handshakeTimeout: HEAD_TIMEOUT_MS } };
}

function followed(app: FastifyInstance, tls: TlsFiles, logger: Logger): () => Promise<void> {
  const stop = followTlsFiles(app.server as unknown as HttpsServer, tls, logger);
  return async () => stop();
}

/** Sets the protective headers of an answer. A route that needs another value sets it afterwards. */
function protect<R extends Pick<FastifyReply, 'header'>>(reply: R): R {
  for (const name in PROTECTION) reply.header(name, PROTECTION[name as keyof typeof PROTECTION]);
  return reply;
}

/**
 * Closes connections after their answers while the server stops. Otherwise, a kept-alive connection would delay the
 * stop. While the server drains, the close makes callers open their next connection to another server. An answer always
 * arrives before its connection closes.
 */
function endConnections(app: FastifyInstance, isDraining: () => boolean, { endSilentConnections }: FirstBytes): void {
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    endSilentConnections();
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isStopping || isDraining() || isOfFormerAuthorities(request.raw.socket)) reply.header('connection', 'close');
    if (reply.getHeader('connection') === 'close') lingerAfterAnswer(request.raw);
    done();
  });
}

/** Ends JSON with a newline for terminals. Otherwise, the shell's prompt would follow the last brace on the same line. */
function endJsonWithNewline(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const isJson = typeof payload === 'string' && /json\b/.test(String(reply.getHeader('content-type')));
    // this also restores the policy for JSON next to pages, which have another policy
    if (isJson) reply.header(POLICY, PROTECTION[POLICY]);
    done(null, isJson ? `${payload}\n` : payload);
  });
}

/** Replaces a request id that could contain a card number, because the log and the answer show it unmasked. */
function requestIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && REQUEST_ID.test(header) && !mayHoldCardNumber(header) ? header : undefined;
}
