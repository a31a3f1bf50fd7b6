import { randomUUID } from 'node:crypto';
import { authorizeEcommerce, type FieldSchema, type Method, receiveTokenNotification } from '@cardwright/contract';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
  type RouteShorthandOptions,
} from 'fastify';
import type { Logger } from 'pino';
import {
  registerTokenEndpoint,
  type TokenEndpointDeps,
  type TrustedProxies,
  takeProxyHeaders,
} from '../access/index.ts';
import { admitBeforeBody, type BeforeBody, BODY_TO_REPEAT, NO_BODY, RECEIVE_TIMEOUT_MS } from '../http/before-body.ts';
import { checkQuery } from '../http/check-url.ts';
import { createEnvelopeSurface } from '../http/envelope-surface.ts';
import { faultOf } from '../http/faults.ts';
import { firstByteAt } from '../http/first-byte.ts';
import { createFlatHandler, type FlatHandler } from '../http/flat-surface.ts';
import { bodyToVerify, createNotificationHandler, type NotificationReceiver } from '../http/notification-surface.ts';
import { logRequests } from '../http/request-log.ts';
import { createRestHandler, problem } from '../http/rest-surface.ts';
import type { SurfaceDeps } from '../http/surface.ts';
import { mayHoldCardNumber } from '../kernel/masked-text.ts';
import type { EnvelopeImplementation, RestImplementation } from '../operation/index.ts';
import { AbandonedBody } from '../operation/index.ts';
import { registerDocs } from './docs.ts';
import { type Metrics, measureRequests } from './metrics.ts';
import type { Readiness } from './readiness.ts';
import { answerUnserved } from './unserved-paths.ts';

const BODY_LIMIT = 1024 * 1024;
const CURRENT_VERSION = '2.0';
const VERSIONS = [
  { prefix: '/V2', interfaceVersion: CURRENT_VERSION },
  { prefix: '/V1', interfaceVersion: '1.0 BETA' },
] as const;
/** Paths without a version are served as the current version. */
const UNVERSIONED = { prefix: '', interfaceVersion: CURRENT_VERSION } as const;
const DISPATCH_PATH = '/services';
const REQUEST_ID = /^[\w.:-]{1,64}$/;
/** Longest time until the head of a request is there, also on a connection that has not sent anything. */
const HEAD_TIMEOUT_MS = 10_000;
/** How much later such a connection may be closed. Node's own interval is 30 seconds. */
const CONNECTIONS_CHECKED_MS = 1_000;

export interface AppDeps extends SurfaceDeps {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly operations: { envelope: readonly EnvelopeImplementation[]; rest: readonly RestImplementation[] };
  readonly ecommerce: FlatHandler;
  /** Undefined where notifications are not received: the bench. */
  readonly receiver: NotificationReceiver | undefined;
  readonly tokenEndpoint: TokenEndpointDeps;
  readonly trustedProxies: TrustedProxies;
  readonly readiness: Readiness;
  readonly registerSandbox: ((app: FastifyInstance) => void) | undefined;
}

/** The HTTP server: every route of the interface, under both versions, and the operators' routes. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: RECEIVE_TIMEOUT_MS,
    http: { headersTimeout: HEAD_TIMEOUT_MS, connectionsCheckingInterval: CONNECTIONS_CHECKED_MS },
    genReqId: (request) => givenRequestId(request.headers['x-request-id']) ?? randomUUID(),
    forceCloseConnections: 'idle',
    // while the server stops, requests on open connections are still served: the framework's own 503 would not have the
    // shape of the operation
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // a path that cannot be decoded is answered 404; the framework's own answer would quote it
    frameworkErrors: (_error, request, reply) => unserved(request, protect(reply)),
  }) as unknown as FastifyInstance;
  app
    .decorateRequest('beganAt', 0)
    .decorateRequest('caller')
    .decorateRequest('admission')
    .decorateRequest('operationId')
    .decorateRequest('errorName')
    .decorate('trustedProxies', deps.trustedProxies);
  const dropAwaited = takeProxyHeaders(app.server, deps.trustedProxies);
  app.addHook('preClose', (done) => {
    dropAwaited();
    done();
  });
  logRequests(app);
  measureRequests(app, deps.metrics);
  app.addHook('onRequest', (request, reply, done) => {
    request.beganAt = firstByteAt(request.raw);
    reply.header('x-request-id', request.id);
    protect(reply);
    done();
  });
  endConnectionsWhenStopping(app, deps.readiness);
  endJsonWithNewline(app);
  // before all routes: those that were there when a plugin was waited for keep the framework's own handlers
  const unserved = answerUnserved(app, deps.hideCardNumbers);
  app.setErrorHandler((error: FastifyError, request, reply) => sendFault(error, request, reply));
  checkOtherQueries(app, deps);
  registerTokenEndpoint(app, deps.tokenEndpoint);
  registerProbes(app, deps);
  await registerDocs(app, deps.settings.CARDWRIGHT_OPERATOR_PREFIX);
  deps.registerSandbox?.(app);
  for (const version of VERSIONS) registerVersion(app, deps, version);
  registerPaths(app, UNVERSIONED, (scope) => {
    for (const implementation of deps.operations.rest) {
      if (implementation.contract.unversioned) serveRest(scope, deps, implementation);
    }
  });
  return app;
}

/**
 * Answers are data of a bank, to be kept by nobody on the way, and are what their Content-Type says. Who wants another
 * Cache-Control sets it afterwards. Two constants, because every authorization gets them: pages have more (docs.ts).
 */
function protect<R extends Pick<FastifyReply, 'header'>>(reply: R): R {
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cache-control', 'no-store');
  return reply;
}

/**
 * Without this, a connection with a running request would be kept alive after its answer, and the stop would wait for
 * it. While the server drains, it tells callers to open the next connection to another one.
 */
function endConnectionsWhenStopping(app: FastifyInstance, { isDraining }: Readiness): void {
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping || isDraining()) reply.header('connection', 'close');
    done();
  });
}

/** For terminals: without the newline, the shell's prompt would follow the last brace on the same line. */
function endJsonWithNewline(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const isJson = typeof payload === 'string' && /json\b/.test(String(reply.getHeader('content-type')));
    done(null, isJson ? `${payload}\n` : payload);
  });
}

/** For paths without operations, which ask nobody who they are: what they are asked for stands in the path alone. */
function checkOtherQueries(app: FastifyInstance, deps: AppDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 || request.routeOptions.config.hasCaller === true) return;
    const checked = checkQuery(request, deps.hideCardNumbers);
    if (!checked.ok) return reply.send(problem(reply, request, checked));
  });
}

/** A request id is logged and answered unmasked, so one that could contain a card number is replaced. */
function givenRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && REQUEST_ID.test(header) && !mayHoldCardNumber(header) ? header : undefined;
}

function registerVersion(app: FastifyInstance, deps: AppDeps, version: (typeof VERSIONS)[number]): void {
  const envelope = createEnvelopeSurface(deps, deps.operations.envelope);
  registerPaths(app, version, (scope) => {
    const post = (path: string, handler: Handler, { limited = true, allowanceOf = toRepeat } = {}) =>
      serve(scope, { method: 'POST', path }, handler, {
        onRequest: admitBeforeBody(deps, handler, { limited, allowanceOf }),
      });
    for (const { contract } of deps.operations.envelope) post(contract.path, envelope.forOperation(contract));
    post(DISPATCH_PATH, envelope.dispatch);
    const limited = deps.settings.CARDWRIGHT_LIMIT_AUTHORIZATIONS;
    post(authorizeEcommerce.path, createFlatHandler(deps, deps.ecommerce), { limited });
    if (deps.receiver !== undefined) {
      const handler = createNotificationHandler(deps, deps.receiver);
      post(receiveTokenNotification.path, handler, { allowanceOf: bodyToVerify });
    }
    for (const implementation of deps.operations.rest) serveRest(scope, deps, implementation);
  });
}

const toRepeat: BeforeBody['allowanceOf'] = () => BODY_TO_REPEAT;

function serveRest(scope: FastifyInstance, deps: AppDeps, implementation: RestImplementation): void {
  const { method, path } = implementation.contract;
  const handler = createRestHandler(deps, implementation);
  const { limitBytes } = implementation.reader ?? {};
  const params = Object.entries((implementation.contract.params as FieldSchema).properties ?? {});
  serve(scope, { method, path: path.replace(/\{(\w+)\}/g, ':$1') }, handler, {
    ...(limitBytes !== undefined && { bodyLimit: limitBytes }),
    config: { cardNumberParams: params.filter(([, { holdsCardNumber }]) => holdsCardNumber).map(([name]) => name) },
    onRequest: admitBeforeBody(deps, handler, { limited: true, allowanceOf: () => NO_BODY }),
  });
}

function registerPaths(
  app: FastifyInstance,
  version: { prefix: string; interfaceVersion: string },
  addPaths: (scope: FastifyInstance) => void,
): void {
  app.register(
    async (scope) => {
      // the surfaces read bodies themselves, so that a broken one is answered in the operation's own shape
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
      scope.addHook('onRequest', (_request, reply, done) => {
        reply.header('interface-version', version.interfaceVersion);
        done();
      });
      addPaths(scope);
    },
    { prefix: version.prefix },
  );
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<string>;

/** A body that the server could not read (too large, cut off) is still answered in the shape of its operation. */
function serve(
  scope: FastifyInstance,
  { method, path }: { method: Method; path: string },
  handler: Handler,
  options: Pick<RouteShorthandOptions, 'bodyLimit' | 'onRequest' | 'config'>,
): void {
  scope.route({
    ...options,
    config: { ...options.config, hasCaller: true },
    method,
    url: path,
    handler,
    errorHandler: async (error, request, reply) => {
      request.body = new AbandonedBody(
        error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'body is too large' : 'body cannot be read',
      );
      return reply.send(await handler(request, reply));
    },
  });
}

function registerProbes(app: FastifyInstance, deps: AppDeps): void {
  app.get('/', async () => ({ docs: '/docs', openapi: '/openapi.json' }));
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const why = await deps.readiness.whyNot();
    return why === undefined ? { status: 'ready' } : reply.code(503).send({ status: why });
  });
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', deps.metrics.registry.contentType);
    return deps.metrics.registry.metrics();
  });
}

function sendFault(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const isCallers = error.statusCode !== undefined && error.statusCode < 500;
  if (!isCallers) request.log.error({ err: error }, 'request failed');
  return reply.send(problem(reply, request, { ok: false, error: isCallers ? 'body_unreadable' : faultOf(error) }));
}
