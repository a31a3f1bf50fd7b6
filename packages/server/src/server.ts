import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAuthenticator, createRateLimiter, openSigningKeys } from './access/index.ts';
import { createApp } from './app.ts';
import { writeAudit } from './audit/index.ts';
import { createApprovalCodes, createEcommerceAuthorizer, createGroupCommit } from './authorization/index.ts';
import { type BankDirectory, openBankDirectory } from './banks/index.ts';
import { type Housekeeping, startHousekeeping } from './housekeeping.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { maskValidCardNumbers } from './kernel/masked-text.ts';
import { createPreparingThread, createScreening, openAcquirerDirectory } from './merchants/index.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createWarningLedger } from './operation/index.ts';
import { implementOperations } from './operations.ts';
import {
  createDeliver,
  createEnqueue,
  createEnqueueAll,
  createGuardedPost,
  createRelay,
  type Relay,
  readTrustedCertificates,
} from './outbox/index.ts';
import { prepareDatabase, preparePartitions } from './prepare-database.ts';
import { createReceiver, openReceiverKeys } from './receiver/index.ts';
import { sampleNotification } from './sample-notification.ts';
import {
  connectOwnEndpoint,
  openMovableClock,
  registerSandboxRoutes,
  seedSandbox,
  welcomeLines,
} from './sandbox/index.ts';
import type { Settings } from './settings.ts';
import { type ConnectionSettings, type Database, openDatabase, statement } from './storage/index.ts';
import { type RootKeys, readKeyFile, sandboxKeys, type Vault } from './vault/index.ts';

export interface Server {
  readonly app: FastifyInstance;
  readonly clock: Clock;
  readonly housekeeping: Housekeeping;
  /** Screens what is due, and resolves when there is nothing more to do. */
  screened(): Promise<void>;
  /** Where it listens, to be told once it does: the sandbox sends its notifications to itself. */
  listensAt(url: string): Promise<void>;
  /** Lines that help a newcomer, in the sandbox. */
  welcome(url: string): Promise<string[]>;
  /** Stops accepting, finishes what runs, closes the database's connections. */
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly settings: Settings;
  readonly connection: ConnectionSettings;
  readonly logger: Logger;
  /** Where callers reach this server; known once it listens. */
  readonly publicUrl: () => string;
  /** For tests: another clock than the mode's own. */
  readonly clock?: Clock;
  /** For tests: false leaves merchants as they were received, until they are told to be screened. */
  readonly screensByItself?: boolean;
}

/** Everything between the settings and a server that can listen. There is no container: functions get what they use. */
export async function buildServer(options: ServerOptions): Promise<Server> {
  const { settings, logger } = options;
  const isSandbox = settings.CARDWRIGHT_MODE === 'sandbox';
  const keys = await rootKeys(settings);
  const database = openDatabaseOf(options);
  const vault = await prepareDatabase(database, settings, keys);
  const movable = isSandbox ? await openMovableClock(database) : undefined;
  const clock = options.clock ?? movable ?? systemClock;
  await preparePartitions(database, clock.now());

  const banks = await openBankDirectory(database);
  const receiverKeys = await openReceiverKeys(database, vault);
  const metrics = createMetrics();
  const warnings = createWarningLedger(database);
  const outbox = await openOutbox(options, { database, vault, clock, metrics });
  const merchants = await openMerchants(options, { database, vault, clock, outbox });
  const { acquirers } = merchants;
  const forOperations = { ...outbox.forOperations, ...merchants.forOperations };
  const operations = implementOperations({ banks, vault, warnings, settings, ...forOperations });
  const hideCardNumbers = cardNumberHider(banks);
  const runner = { database, contentHash: vault.contentHash, hideCardNumbers };
  const { screened } = merchants;
  const fixtures = isSandbox ? await seedSandbox({ ...runner, banks, vault, clock, operations, screened }) : undefined;

  const codes = createApprovalCodes(database);
  const groupCommit = createGroupCommit(database, codes, clock, settings.CARDWRIGHT_AUTHORIZATION_LANES);
  const housekeeping = startHousekeeping({
    database,
    banks,
    acquirers,
    receiverKeys,
    warnings,
    clock,
    reservationDays: settings.CARDWRIGHT_RESERVATION_DAYS,
    outboxRetentionDays: settings.CARDWRIGHT_OUTBOX_RETENTION_DAYS,
    metrics: metrics.outbox,
    logger,
  });
  const access = await openAccess(options, database, keys, clock);
  const app = await createApp({
    ...runner,
    settings,
    logger,
    metrics,
    clock,
    warnings,
    operations,
    ...access,
    bank: banks.bank,
    countWarnings: metrics.countWarnings,
    ecommerce: createEcommerceAuthorizer({ banks, vault, groupCommit }),
    receiver: createReceiver(vault, receiverKeys, hideCardNumbers),
    checkReady: () => checkDatabase(database),
    registerSandbox:
      movable && ((scope) => registerSandboxRoutes(scope, { database, vault, clock: movable, housekeeping, outbox })),
  });
  outbox.start();
  merchants.start();
  return {
    app,
    clock,
    housekeeping,
    screened: merchants.screened,
    listensAt: async (url) => {
      if (isSandbox) await connectOwnEndpoint({ ...runner, vault, clock, operations, receiverKeys }, url);
    },
    welcome: async (url) =>
      fixtures === undefined ? [] : welcomeLines(url, settings.CARDWRIGHT_OPERATOR_PREFIX, fixtures),
    close: async () => {
      await Promise.all([app.close(), merchants.close()]);
      await outbox.close();
      await groupCommit.close();
      await housekeeping.stop();
      await database.close();
    },
  };
}

const CONNECT_MS = 5_000;

/** Notifications on their way out. Nothing is sent before it is started. */
async function openOutbox(
  { settings, logger }: ServerOptions,
  deps: { database: Database; vault: Vault; clock: Clock; metrics: Metrics },
) {
  const { database, vault } = deps;
  const isSandbox = settings.CARDWRIGHT_MODE === 'sandbox';
  const reach = { allowHttp: isSandbox, allowPrivateAddresses: isSandbox };
  const extraCa = await readTrustedCertificates(settings.CARDWRIGHT_WEBHOOK_CA_FILE);
  const { deliver, close } = createDeliver({ ...reach, extraCa });
  const guarded = createGuardedPost({ ...reach, extraCa, connectMs: CONNECT_MS });
  let relay: Relay | undefined;
  return {
    forOperations: {
      enqueue: createEnqueue(vault),
      enqueueAll: createEnqueueAll(vault),
      webhooks: { database, deliver, makeSample: sampleNotification, reach },
    },
    start: () => {
      relay = createRelay({ ...deps, deliver, logger, metrics: deps.metrics.outbox });
    },
    kick: () => relay?.kick(),
    /** To others than endpoints, under the same guard. */
    guarded,
    close: async () => {
      await guarded.close();
      const left = (await relay?.stop()) ?? 0;
      // an endpoint that hangs must not keep the process from ending in time
      if (left === 0) await close();
    },
  };
}

/** Who boards merchants, what reads their requests, and what screens them. */
async function openMerchants(
  { settings, logger, screensByItself = true }: ServerOptions,
  deps: { database: Database; vault: Vault; clock: Clock; outbox: Awaited<ReturnType<typeof openOutbox>> },
) {
  const { database, vault, clock, outbox } = deps;
  const acquirers = await openAcquirerDirectory(database, vault);
  const preparing = createPreparingThread();
  const { enqueueAll } = outbox.forOperations;
  const screening = createScreening({
    database,
    acquirers,
    clock,
    post: outbox.guarded,
    enqueueAll,
    logger,
    approvesByItself: settings.CARDWRIGHT_SANDBOX_AUTO_APPROVE,
  });
  return {
    acquirers,
    forOperations: { acquirers, preparing },
    start: () => {
      if (screensByItself) screening.start();
    },
    screened: screening.idle,
    close: async () => {
      await screening.stop();
      await preparing.close();
    },
  };
}

/** Who may come in: tokens issued here and elsewhere, and how many requests each caller may send. */
async function openAccess(options: ServerOptions, database: Database, keys: RootKeys, clock: Clock) {
  const { settings, logger, publicUrl } = options;
  const log = accessLog(logger);
  const signingKeys = await openSigningKeys({ database, masterKey: keys.master, log });
  const tokens = { signingKeys, issuer: settings.CARDWRIGHT_ISSUER, audience: settings.CARDWRIGHT_ISSUER, log };
  const limiter = createRateLimiter({ requestsPerMinute: requestsPerMinute(settings) });
  return {
    authenticate: createAuthenticator({ ...tokens, trustedIssuers: settings.CARDWRIGHT_TRUSTED_ISSUERS }),
    takeFromLimit: limiter.take,
    tokenEndpoint: { ...tokens, database, publicUrl, recordSignIn: signInRecorder(database, clock) },
  };
}

/** A caller without a bank signs in under no bank's log but the operator's. */
const OPERATOR_LOG = '-';

function signInRecorder(database: Database, clock: Clock) {
  return (client: { clientId: string; bankId?: string }, requestId: string) =>
    writeAudit(database, client.bankId ?? OPERATOR_LOG, clock.now(), {
      actor: client.clientId,
      operation: 'access.issue-token',
      subject: `oauth-client:${client.clientId}`,
      outcome: 'signed in',
      requestId,
    });
}

function openDatabaseOf({ settings, connection, logger }: ServerOptions): Database {
  return openDatabase({
    connection,
    maxConnections: settings.CARDWRIGHT_DATABASE_CONNECTIONS,
    statementTimeoutMs: settings.CARDWRIGHT_REQUEST_TIMEOUT_MS,
    onError: (error) => logger.warn({ reason: error.message }, 'a database connection broke'),
  });
}

/** Masks the numbers of our banks' cards; of other long numbers most are none. */
function cardNumberHider(banks: BankDirectory): (text: string) => string {
  const isOurs = (digits: string) => banks.bankOfNumber(digits.slice(0, 8)) !== undefined;
  return (text) => maskValidCardNumbers(text, 'X', isOurs);
}

const ping = statement('server.ping', 'select 1 as one');

async function checkDatabase(database: Database): Promise<void> {
  await database.query(ping, []);
}

function rootKeys(settings: Settings): Promise<RootKeys> {
  if (settings.CARDWRIGHT_KEY_FILE !== undefined) return readKeyFile(settings.CARDWRIGHT_KEY_FILE);
  if (settings.CARDWRIGHT_MODE === 'sandbox') return sandboxKeys(settings.CARDWRIGHT_DATA_DIR);
  throw new Error('production needs keys: set CARDWRIGHT_KEY_FILE (docs/operating.md says how to make one)');
}

const SANDBOX_LIMIT = null;
const PRODUCTION_LIMIT = 600;

function requestsPerMinute(settings: Settings): number | null {
  const byDefault = settings.CARDWRIGHT_MODE === 'sandbox' ? SANDBOX_LIMIT : PRODUCTION_LIMIT;
  return settings.CARDWRIGHT_REQUESTS_PER_MINUTE ?? byDefault;
}

function accessLog(logger: Logger) {
  return (level: 'info' | 'warn' | 'error', message: string, detail?: Readonly<Record<string, unknown>>) =>
    logger[level](detail ?? {}, message);
}
