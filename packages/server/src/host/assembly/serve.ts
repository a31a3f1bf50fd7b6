import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { SettingError, type Settings } from '../configuration/settings.ts';
import { buildServer, type Server, type ServerOptions } from './server.ts';
import type { StartedProcesses } from './stop-on-signal.ts';

/** The default port of /docs, /openapi.json and /metrics. */
const OPERATOR_PORT = 9_464;
const ANOTHER_PORT =
  'Set CARDWRIGHT_OPERATOR_PORT to another port for /docs, /openapi.json and /metrics (0 takes a free one).';
/**
 * The length of the accept queue, which the system may limit further. A burst fills Node's default of 511, and the
 * clients of dropped connections retry only seconds later.
 */
const BACKLOG = 4_096;

/** @returns the lines for the operator: that the server is ready, its address, and the next steps in a sandbox */
export async function serve(options: Omit<ServerOptions, 'publicUrl'>, started: StartedProcesses): Promise<string[]> {
  const { settings, logger, times } = options;
  let url = settings.CARDWRIGHT_PUBLIC_URL ?? '';
  const server = await buildServer({ ...options, publicUrl: () => url });
  started.server = server;
  const operatorUrl = await listenForOperators(server, settings, logger);
  const listening = await listen(server.app, settings.HOST, settings.PORT);
  url ||= listening;
  const networks = await server.openNetworks();
  await server.setAddress(listening);
  times?.record('ports');
  return [
    `ready ${listening}`,
    ...(times === undefined ? [] : [times.summary()]),
    ...(operatorUrl === undefined ? [] : [`docs and metrics: ${operatorUrl}`]),
    ...networks.map(({ name, host, port }) => `iso8583 ${name} ${host}:${port}`),
    ...(await server.welcome(listening)),
  ];
}

/** Listens before the server accepts requests, so that a failed start has accepted none. */
async function listenForOperators(
  { operatorApp }: Server,
  settings: Settings,
  logger: Logger,
): Promise<string | undefined> {
  if (operatorApp === undefined) return undefined;
  const { CARDWRIGHT_OPERATOR_HOST: host, CARDWRIGHT_OPERATOR_PORT: configuredPort } = settings;
  try {
    return await listen(operatorApp, host, configuredPort ?? OPERATOR_PORT);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw error;
    if (configuredPort !== undefined) throw new SettingError(`${message}\n${ANOTHER_PORT}`);
    // several servers on one machine start without this setting
    logger.warn(`port ${OPERATOR_PORT} is in use: serving /docs, /openapi.json and /metrics on a free port`);
    return await listen(operatorApp, host, 0);
  }
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port, backlog: BACKLOG });
  const { port: boundPort } = app.server.address() as AddressInfo;
  const scheme = 'setSecureContext' in app.server ? 'https' : 'http';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${boundPort}`;
}
