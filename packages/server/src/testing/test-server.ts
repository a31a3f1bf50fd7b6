import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, OPERATIONS } from '@cardwright/contract';
import { buildServer } from '@cardwright/server/program';
import type { InjectOptions } from 'fastify';
import { inject } from 'vitest';
import type { Server } from '../host/assembly/server.ts';
import type { Examine } from '../host/assembly/service/service-routes.ts';
import { applyConfiguration } from '../host/configuration/apply-configuration.ts';
import { createLogger } from '../platform/http/request-log.ts';
import { sandboxKeyFile } from '../platform/vault/index.ts';
import { anotherServer } from './another-server.ts';
import { cardDigits } from './cards/card-digits.ts';
import { scanText } from './cards/used-card-numbers.ts';
import { noteNumbersOfVault } from './database/search-database.ts';
import { canUseSeededDatabase, TEST_NOW, testSettings } from './database/seeded-database.ts';
import { type TestDatabase, testDatabase } from './database/test-database.ts';
import { fileResource } from './file-resources.ts';
import { MORE_BANKS } from './more-banks.ts';
import { scanFiles } from './search-files.ts';
import { type TestClock, testClock } from './test-clock.ts';
import { openWorkerCluster } from './worker-cluster.ts';

export { TEST_NOW } from './database/seeded-database.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  json: JsonObject;
}

/** Parts of an envelope response. */
export interface EnvelopeParts {
  http: Answer;
  header: Record<string, string>;
  exception: { status: string; error_code: string; error_description: string; transaction_ref_id: string | null };
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
}

export interface TestServer {
  readonly server: Server;
  /** All workers: `server`, and others if a test starts several. */
  readonly workers: readonly Server[];
  readonly db: TestDatabase;
  readonly clock: TestClock;
  /** All log lines so far. */
  readonly logs: string[];
  readonly dataDir: string;
  /** Returns an access token of a caller: demo-bank, demo-network, other-bank, ... */
  token(clientId: string): Promise<string>;
  request(options: InjectOptions & { as?: string }): Promise<Answer>;
  /** Sends an envelope to the operation's own path. `more` can replace header members and the path. */
  envelope(operationId: string, body: unknown, more?: EnvelopeOptions): Promise<EnvelopeParts>;
  close(): Promise<void>;
}

export interface EnvelopeOptions {
  as?: string;
  header?: Record<string, unknown>;
  path?: string;
}

interface TestOptions {
  /** A server of another build instead of this checkout. */
  program?: typeof buildServer;
  screensAutomatically?: boolean;
  runsQueuesAutomatically?: boolean;
  workers?: number;
  /** The clock by which sessions end. */
  systemNow?: () => Date;
  /** Runs the doctor for the operator's page. */
  examine?: Examine;
}

/** The public URL that test servers have in their settings. */
export const PUBLIC_URL = 'http://cardwright.test';

/**
 * Starts a server. By default, screenings and backtests run only when a test calls `server.screeningIdle()` or
 * `server.backtestsIdle()`.
 */
export async function testServer(
  environment: Record<string, string> = {},
  {
    program = buildServer,
    screensAutomatically = false,
    runsQueuesAutomatically = false,
    workers: workerCount = 1,
    systemNow,
    examine,
  }: TestOptions = {},
): Promise<TestServer> {
  const isSeeded = canUseSeededDatabase(environment);
  const db = await testDatabase({ from: isSeeded ? 'seeded' : 'migrated' });
  const dataDir = await mkdtemp(join(tmpdir(), 'cardwright-data-'));
  if (isSeeded) await copyFile(inject('seededKeyFile'), sandboxKeyFile(dataDir));
  const clock = testClock(TEST_NOW);
  const logs: string[] = [];
  const settings = testSettings(dataDir, environment);
  const cluster = workerCount > 1 ? await openWorkerCluster(workerCount) : undefined;
  const server = await program({
    settings,
    connection: db.connection,
    logger: createLogger(settings.CARDWRIGHT_LOG_LEVEL, { write: (line) => void logs.push(line) }),
    publicUrl: () => PUBLIC_URL,
    clock,
    screensAutomatically,
    runsQueuesAutomatically,
    isPrepared: isSeeded,
    randomDigits: cardDigits,
    ...(systemNow && { systemNow }),
    ...(examine && { examine }),
    ...(cluster && { peerProcesses: cluster.all[0]! }),
  });
  if (!isSeeded) {
    await applyConfiguration(db.database, MORE_BANKS, { sandbox: true });
    await server.periodicJobs.runDue();
  }
  const others = await Promise.all(
    (cluster?.all ?? [])
      .slice(1)
      .map((peerProcesses) => anotherServer({ dataDir, db, clock }, environment, { peerProcesses })),
  );
  const workers = [server, ...others];
  const tokens = new Map<string, Promise<string>>();
  const token = (clientId: string) => {
    const token = tokens.get(clientId) ?? fetchToken(server, clientId);
    tokens.set(clientId, token);
    return token;
  };
  const request = requestOf(workers, token);
  return {
    server,
    workers,
    db,
    clock,
    logs,
    dataDir,
    token,
    request,
    envelope: (operationId, body, more) => sendEnvelope(request, operationId, body, more),
    close: async () => {
      const { body: metrics } = await (server.operatorApp ?? server.app).inject({ url: '/metrics' });
      await noteNumbersOfVault(db.database, settings);
      await Promise.all(workers.map((one) => one.close()));
      await cluster?.close();
      scanText('the metrics', metrics);
      scanText('the log', logs.join(''));
      scanFiles(dataDir);
      await rm(dataDir, { recursive: true, force: true });
      await db.close();
    },
  };
}

/** Starts a server before the tests of the file, or of the block that calls this, and closes it after them. */
export function fileServer(...options: Parameters<typeof testServer>): TestServer {
  return fileResource(() => testServer(...options));
}

/** Sends requests to the workers in turn. */
function requestOf(workers: readonly Server[], token: TestServer['token']): TestServer['request'] {
  let turn = 0;
  return async ({ as, ...options }) => {
    const authorization = as === undefined ? {} : { authorization: `Bearer ${await token(as)}` };
    const { app } = workers[turn++ % workers.length]!;
    const answer = await app.inject({ ...options, headers: { ...authorization, ...options.headers } });
    scanAnswer(options.url, answer.headers, answer.body);
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      json: answer.headers['content-type']?.toString().includes('json') ? JSON.parse(answer.body) : {},
    };
  };
}

/** The only paths whose answers may contain card numbers: those of the sandbox's cards, and of examples. */
const PUBLIC_PATHS = /^\/(sandbox\/fixtures$|openapi(-v1)?\.json$|postman\.json$|docs\/)/;

/** Searches an answer for card numbers. No answer may contain one, not even one that was in the request. */
export function scanAnswer(url: unknown, headers: Answer['headers'], text: string): void {
  if (typeof url !== 'string' || !PUBLIC_PATHS.test(url))
    scanText(`the answer of ${JSON.stringify(url)}`, `${JSON.stringify(headers)}\n${text}`);
}

async function fetchToken(server: Server, clientId: string): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/oauth2/token',
    payload: { grant_type: 'client_credentials', client_id: clientId, client_secret: `${clientId}-secret` },
  });
  return answer.json().access_token;
}

let messages = 0;

/** Returns a message id that is unique in this process. */
export function nextMsgId(): string {
  return `T${String(++messages).padStart(11, '0')}`;
}

const BANK_OF: Record<string, string> = { 'other-bank': 'OTHR', 'watching-bank': 'FRAU' };

/** Sends an envelope through any sender, and parses its answer. */
export async function sendEnvelope(
  request: TestServer['request'],
  operationId: string,
  body: unknown,
  { as = 'demo-bank', header = {}, path }: EnvelopeOptions = {},
): Promise<EnvelopeParts> {
  const operation = OPERATIONS.find(({ id }) => id === operationId);
  if (operation?.surface !== 'envelope') throw new Error(`${operationId} is no envelope operation`);
  const fullHeader = {
    msg_id: nextMsgId(),
    msg_type: operation.defaultMsgType,
    msg_function: operation.requestFunction,
    src_application: 'TEST',
    target_application: 'CARDWRIGHT',
    timestamp: '20/11/2026 12:00:00',
    tracking_id: 'TRACK-1',
    bank_id: BANK_OF[as] ?? 'DEMO',
    ...header,
  };
  const http = await request({
    method: 'POST',
    url: path ?? `/V2${operation.path}`,
    as,
    payload: { GwSrvRequest: { [operation.requestKey]: { header: fullHeader, body } } } as object,
  });
  // biome-ignore lint/suspicious/noExplicitAny: read as it came
  const response = (Object.values((http.json as any).GwSrvResponse ?? {})[0] ?? {}) as any;
  return { http, header: response.header, exception: response.exception_details, body: response.body };
}
