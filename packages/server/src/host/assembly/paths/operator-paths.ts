import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Denials } from '../../../platform/audit/index.ts';
import { recordDenial } from '../../../platform/http/record-denial.ts';
import { problem } from '../../../platform/http/surfaces/rest-surface.ts';
import { fail } from '../../../platform/kernel/result.ts';
import { SettingError, type Settings } from '../../configuration/settings.ts';
import { type BareAppDeps, createBareApp } from '../bare-app.ts';
import type { Metrics } from '../observability/metrics.ts';
import { registerDocs } from '../pages/docs.ts';
import type { PublishedCaller } from '../pages/docs-pages.ts';

type TokenCheck = (token: string) => boolean;

/** The port and the protection of /docs, /openapi.json and /metrics (docs/operate/docs-and-metrics.md). */
export type OperatorPaths =
  | { readonly kind: 'open' }
  | { readonly kind: 'token'; readonly isToken: TokenCheck }
  | { readonly kind: 'port'; readonly isToken?: TokenCheck };

export interface OperatorPathsDeps extends BareAppDeps {
  readonly metrics: Metrics;
  /** Returns all metrics in the Prometheus format. */
  readonly scrape: () => Promise<string>;
  readonly denials: Denials;
  readonly settings: Pick<Settings, 'CARDWRIGHT_OPERATOR_PREFIX'>;
  /** The sandbox's callers with published credentials, with which /docs signs in on the port of the interface. */
  readonly published?: readonly PublishedCaller[] | undefined;
}

/** The format of a token: too long to guess, with only characters that a header can contain. */
const TOKEN = /^[\x21-\x7e]{32,256}$/;

/** Reads the setting. Without it, production uses a separate port and the sandbox serves the paths openly. */
export async function readOperatorPaths(settings: Settings): Promise<OperatorPaths> {
  const byDefault = settings.CARDWRIGHT_MODE === 'production' ? 'port' : 'open';
  const kind = settings.CARDWRIGHT_OPERATOR_PATHS ?? byDefault;
  const path = settings.CARDWRIGHT_OPERATOR_TOKEN_FILE;
  if (kind === 'open') return { kind };
  if (kind === 'port') return path === undefined ? { kind } : { kind, isToken: await readToken(path) };
  if (path === undefined) {
    throw new SettingError('CARDWRIGHT_OPERATOR_PATHS=token requires CARDWRIGHT_OPERATOR_TOKEN_FILE');
  }
  return { kind, isToken: await readToken(path) };
}

async function readToken(path: string): Promise<TokenCheck> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new SettingError(`CARDWRIGHT_OPERATOR_TOKEN_FILE: cannot read ${path}: ${error.message}`);
  });
  const token = text.trim();
  if (!TOKEN.test(token)) {
    throw new SettingError(
      `CARDWRIGHT_OPERATOR_TOKEN_FILE: ${path} must contain 32 to 256 ASCII characters without blanks, such as "openssl rand -hex 32" prints`,
    );
  }
  const expected = hashOf(token);
  return (token) => timingSafeEqual(hashOf(token), expected);
}

/** Returns a hash. Hashes have equal length, so a comparison does not reveal how much of a guess is right. */
function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Serves the paths on the port of the interface, unless they have a separate port. */
export async function registerOperatorPaths(
  app: FastifyInstance,
  deps: OperatorPathsDeps,
  paths: OperatorPaths,
): Promise<void> {
  if (paths.kind === 'port') return;
  await app.register(async (scope) => {
    if (paths.kind === 'token') requireToken(scope, deps, paths.isToken);
    await addDocsAndMetrics(scope, deps, deps.published);
  });
}

/** Creates the server of the separate port, if there is one. It requires a token if the operator configured one. */
export async function createOperatorApp(
  deps: OperatorPathsDeps,
  paths: OperatorPaths,
): Promise<FastifyInstance | undefined> {
  if (paths.kind !== 'port') return undefined;
  const app = createBareApp(deps, { mentionsDocs: true });
  if (paths.isToken !== undefined) requireToken(app, deps, paths.isToken);
  app.get('/', async () => ({ docs: '/docs', openapi: '/openapi.json', metrics: '/metrics' }));
  await addDocsAndMetrics(app, deps);
  return app;
}

async function addDocsAndMetrics(
  app: FastifyInstance,
  { metrics, scrape, settings }: OperatorPathsDeps,
  callers?: readonly PublishedCaller[],
): Promise<void> {
  await registerDocs(app, { operatorPrefix: settings.CARDWRIGHT_OPERATOR_PREFIX, callers });
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', metrics.registry.contentType);
    return scrape();
  });
}

function requireToken(scope: FastifyInstance, deps: OperatorPathsDeps, isToken: TokenCheck): void {
  scope.addHook('onRequest', async (request, reply) => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token !== undefined && isToken(token)) return;
    reply.header('www-authenticate', 'Bearer');
    const text = problem(reply, request, fail('not_authenticated'));
    await recordDenial(deps, request, 'not_authenticated');
    return reply.send(text);
  });
}
