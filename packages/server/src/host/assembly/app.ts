import {
  authorizeEcommerce,
  type FieldSchema,
  type Method,
  type Operation,
  receiveTokenNotification,
} from '@cardwright/contract';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteShorthandOptions,
} from 'fastify';
import type { Logger } from 'pino';
import {
  type ClientCertificates,
  registerTokenEndpoint,
  type TokenEndpointDeps,
  type TrustedProxies,
  takeProxyHeaders,
} from '../../platform/access/index.ts';
import { admitBeforeBody, type BeforeBody, BODY_TO_REPEAT, NO_BODY } from '../../platform/http/before-body.ts';
import { checkQuery } from '../../platform/http/check-url.ts';
import { announceDeprecation } from '../../platform/http/deprecation.ts';
import { readLargeBody, readSmallBody } from '../../platform/http/surfaces/body-parts.ts';
import { createEnvelopeSurface } from '../../platform/http/surfaces/envelope-surface.ts';
import { createFlatHandler, type FlatHandler } from '../../platform/http/surfaces/flat-surface.ts';
import {
  bodyToVerify,
  createNotificationHandler,
  type NotificationReceiver,
} from '../../platform/http/surfaces/notification-surface.ts';
import { createRestHandler, problem } from '../../platform/http/surfaces/rest-surface.ts';
import type { SurfaceDeps } from '../../platform/http/surfaces/surface.ts';
import type { EnvelopeImplementation, RestImplementation } from '../../platform/operation/index.ts';
import { IncompleteBody } from '../../platform/operation/index.ts';
import { createBareApp } from './bare-app.ts';
import { type Metrics, measureRequests } from './observability/metrics.ts';
import type { Readiness } from './observability/readiness.ts';
import { registerConsole } from './pages/console-pages.ts';
import { acceptsHtml, sendStartPage } from './pages/start-page.ts';
import { type OperatorPaths, type OperatorPathsDeps, registerOperatorPaths } from './paths/operator-paths.ts';
import { registerServiceRoutes, type ServiceRouteDeps } from './service/service-routes.ts';

const CURRENT_VERSION = '2.0';
const VERSIONS = [
  { prefix: '/V2', interfaceVersion: CURRENT_VERSION },
  { prefix: '/V1', interfaceVersion: '1.0 BETA' },
] as const;
/** Serves paths without a version as the current version. */
const UNVERSIONED = { prefix: '', interfaceVersion: CURRENT_VERSION } as const;
const DISPATCH_PATH = '/services';

export interface AppDeps extends SurfaceDeps {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly scrape: () => Promise<string>;
  readonly operations: { envelope: readonly EnvelopeImplementation[]; rest: readonly RestImplementation[] };
  readonly ecommerce: FlatHandler;
  /** Undefined in the benchmark, which receives no notifications. */
  readonly receiver: NotificationReceiver | undefined;
  readonly tokenEndpoint: TokenEndpointDeps;
  readonly trustedProxies: TrustedProxies;
  /** Undefined if callers need no client certificates. */
  readonly clientCertificates: ClientCertificates | undefined;
  readonly readiness: Readiness;
  readonly operatorPaths: OperatorPaths;
  readonly published?: OperatorPathsDeps['published'];
  /** Undefined if there is no way to sign in. */
  readonly registerSignIn: ((app: FastifyInstance) => void) | undefined;
  readonly registerSandbox: ((app: FastifyInstance) => void) | undefined;
  /** The data of the operator's page. Undefined in the benchmark. */
  readonly service?: ServiceRouteDeps;
}

/** Creates the HTTP server with every route of the interface, under both versions, and the operators' routes. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = createBareApp(deps, {
    mentionsDocs: deps.operatorPaths.kind !== 'port',
    isDraining: deps.readiness.isDraining,
  });
  app.decorate('trustedProxies', deps.trustedProxies);
  app.decorate('clientCertificates', deps.clientCertificates);
  const dropAwaited = takeProxyHeaders(app.server, deps.trustedProxies);
  app.addHook('preClose', (done) => {
    dropAwaited();
    done();
  });
  measureRequests(app, deps.metrics);
  checkOtherQueries(app, deps);
  registerTokenEndpoint(app, deps.tokenEndpoint);
  registerProbes(app, deps);
  await registerOperatorPaths(app, deps, deps.operatorPaths);
  deps.registerSandbox?.(app);
  deps.registerSignIn?.(app);
  if (deps.registerSignIn !== undefined) await registerConsole(app);
  if (deps.registerSignIn !== undefined && deps.service !== undefined) registerServiceRoutes(app, deps, deps.service);
  for (const version of VERSIONS) registerVersion(app, deps, version);
  registerPaths(app, UNVERSIONED, (scope) => {
    for (const implementation of deps.operations.rest) {
      if (implementation.contract.unversioned) serveRest(scope, deps, implementation);
    }
  });
  return app;
}

const NOTHING_WRONG = { ok: true } as const;

/** Checks the query of paths without an operation. These paths identify no caller and read only the path. */
function checkOtherQueries(app: FastifyInstance, deps: AppDeps): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isCheckedElsewhere =
      !request.url.includes('?') || request.is404 || request.routeOptions.config.hasCaller === true;
    const checked = isCheckedElsewhere ? NOTHING_WRONG : checkQuery(request, deps.maskCardNumbers);
    if (checked.ok) done();
    else reply.send(problem(reply, request, checked));
  });
}

function registerVersion(app: FastifyInstance, deps: AppDeps, version: (typeof VERSIONS)[number]): void {
  const envelope = createEnvelopeSurface(deps, deps.operations.envelope);
  registerPaths(app, version, (scope) => {
    const post = (
      { path, deprecation }: Pick<Operation, 'path' | 'deprecation'>,
      handler: Handler,
      { limited = true, allowanceOf = toRepeat, acceptsSessions = true } = {},
    ) =>
      serve(scope, { method: 'POST', path, deprecation }, handler, {
        config: { acceptsSessions },
        onRequest: admitBeforeBody(deps, handler, { limited, allowanceOf }),
      });
    for (const { contract } of deps.operations.envelope) post(contract, envelope.forOperation(contract));
    post({ path: DISPATCH_PATH }, envelope.dispatch);
    const limited = deps.settings.CARDWRIGHT_LIMIT_AUTHORIZATIONS;
    post(authorizeEcommerce, createFlatHandler(deps, deps.ecommerce), { limited, acceptsSessions: false });
    if (deps.receiver !== undefined) {
      const handler = createNotificationHandler(deps, deps.receiver);
      post(receiveTokenNotification, handler, { allowanceOf: bodyToVerify, acceptsSessions: false });
    }
    for (const implementation of deps.operations.rest) serveRest(scope, deps, implementation);
  });
}

const toRepeat: BeforeBody['allowanceOf'] = () => BODY_TO_REPEAT;

function serveRest(scope: FastifyInstance, deps: AppDeps, implementation: RestImplementation): void {
  const { method, path, deprecation, readsOnce } = implementation.contract;
  const handler = createRestHandler(deps, implementation);
  const { limitBytes } = implementation.reader ?? {};
  const params = Object.entries((implementation.contract.params as FieldSchema).properties ?? {});
  const options = {
    ...(limitBytes !== undefined && { bodyLimit: limitBytes }),
    ...(readsOnce && { exposeHeadRoute: false }),
    config: {
      acceptsSessions: true,
      cardNumberParams: params.filter(([, { holdsCardNumber }]) => holdsCardNumber).map(([name]) => name),
    },
    onRequest: admitBeforeBody(deps, handler, { limited: true, allowanceOf: () => NO_BODY }),
  };
  const route = { method, deprecation, path: path.replace(/\{(\w+)\}/g, ':$1') };
  if (limitBytes === undefined) serve(scope, route, handler, options);
  else scope.register(async (large) => serveLarge(large, route, handler, options));
}

/** Serves a route whose bodies of many MiB need another parser than the small bodies around them. */
function serveLarge(scope: FastifyInstance, ...route: Served): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', readLargeBody);
  serve(scope, ...route);
}

function registerPaths(
  app: FastifyInstance,
  version: { prefix: string; interfaceVersion: string },
  addPaths: (scope: FastifyInstance) => void,
): void {
  app.register(
    async (scope) => {
      // the surfaces read bodies themselves, so that a malformed body is answered in the shape of its operation
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', readSmallBody);
      scope.addHook('onRequest', (_request, reply, done) => {
        reply.header('interface-version', version.interfaceVersion);
        done();
      });
      addPaths(scope);
    },
    { prefix: version.prefix },
  );
}

type Served = [
  route: Pick<Operation, 'path' | 'deprecation'> & { method: Method },
  handler: Handler,
  options: Pick<RouteShorthandOptions, 'bodyLimit' | 'exposeHeadRoute' | 'config'> & {
    onRequest: onRequestHookHandler;
  },
];

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<string>;

/** Registers a route. If the server cannot read a body (too large, cut off), it still answers in the operation's shape. */
function serve(scope: FastifyInstance, ...[{ method, path, deprecation }, handler, options]: Served): void {
  scope.route({
    ...options,
    ...(deprecation !== undefined && { onRequest: [announceDeprecation(deprecation), options.onRequest] }),
    config: { ...options.config, hasCaller: true },
    method,
    url: path,
    handler,
    errorHandler: async (error, request, reply) => {
      request.body = new IncompleteBody(
        error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'body is too large' : 'body cannot be read',
      );
      // reset first, because an operation without a body would otherwise keep the framework's error status
      return reply.code(200).send(await handler(request, reply));
    },
  });
}

function registerProbes(app: FastifyInstance, deps: AppDeps): void {
  const hasDocs = deps.operatorPaths.kind !== 'port';
  app.get('/', async (request, reply) => {
    if (acceptsHtml(request))
      return sendStartPage(reply, { docs: hasDocs, console: deps.registerSignIn !== undefined });
    return hasDocs ? { docs: '/docs', openapi: '/openapi.json' } : { interface_version: CURRENT_VERSION };
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const why = await deps.readiness.notReadyReason();
    return why === undefined ? { status: 'ready' } : reply.code(503).send({ status: why });
  });
}
