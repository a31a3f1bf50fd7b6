import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import {
  createAuthenticator,
  createRateLimiter,
  logOf,
  openSigningKeys,
  type TokenEndpointDeps,
} from './access/index.ts';
import { createApp } from './app.ts';
import { OPERATOR_LOG, writeAudit } from './audit/index.ts';
import { type AuditKeeper, createAuditKeeper } from './audit-keeper.ts';
import { createApprovalCodes, createEcommerceAuthorizer, createGroupCommit } from './authorization/index.ts';
import { type BankDirectory, openBankDirectory } from './banks/index.ts';
import { createCardProduction } from './card-production.ts';
import { type Housekeeping, startHousekeeping } from './housekeeping.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { maskValidCardNumbers } from './kernel/masked-text.ts';
import { createPreparingThread, createScreening, openAcquirerDirectory } from './merchants/index.ts';
import { type KeyKeeper, startKeyKeeper } from './keys/index.ts';
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
import { rootKeys } from './root-keys.ts';
import { sampleNotification } from './sample-notification.ts';
import {
  connectOwnEndpoint,
  openMovableClock,
  registerSandboxRoutes,
  seedSandbox,
  welcomeLines,
} from './sandbox/index.ts';
import { ownerConnectionOf, type Settings } from './settings.ts';
import { type ConnectionSettings, type Database, openDatabase, statement } from './storage/index.ts';
import type { Vault } from './vault/index.ts';

export interface Server {
  readonly app: FastifyInstance;
  readonly clock: Clock;
  readonly housekeeping: Housekeeping;
  /** Screens what is due, and resolves when there is nothing more to do. */
  screened(): Promise<void>;
  readonly keyKeeper: KeyKeeper;
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
  const { database, vault, movable, clock, keyKeeper } = await openFoundation(options);
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
  const groupCommit = createGroupCommit({ database, vault }, codes, clock, settings.CARDWRIGHT_AUTHORIZATION_LANES);
  const retentionMonths = settings.CARDWRIGHT_AUDIT_RETENTION_MONTHS;
  await noteStart(database, vault, clock, settings);
  const audit = createAuditKeeper({ database, vault, clock, logger, retentionMonths });
  const housekeeping = startHousekeeping({
    database,
    audit,
    banks,
    acquirers,
    cardProduction: createCardProduction({ settings, database, vault, banks, logger }),
    receiverKeys,
    warnings,
    clock,
    reservationDays: settings.CARDWRIGHT_RESERVATION_DAYS,
    outboxRetentionDays: settings.CARDWRIGHT_OUTBOX_RETENTION_DAYS,
    metrics: metrics.outbox,
    logger,
  });
  const access = await openAccess(options, { database, vault, clock, audit });
  const app = await createApp({
    ...runner,
    settings,
    logger,
    metrics,
    clock,
    warnings,
    operations,
    ...access,
    denials: audit.denials,
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
    keyKeeper,
    listensAt: async (url) => {
      if (isSandbox) await connectOwnEndpoint({ ...runner, vault, clock, operations, receiverKeys }, url);
    },
    welcome: async (url) =>
      fixtures === undefined ? [] : welcomeLines(url, settings.CARDWRIGHT_OPERATOR_PREFIX, fixtures),
    close: async () => {
      await Promise.all([app.close(), merchants.close()]);
      await outbox.close();
      await groupCommit.close();
      await Promise.all([housekeeping.stop(), keyKeeper.stop()]);
      await database.close();
    },
  };
}

const CONNECT_MS = 5_000;
/** What everything else stands on: the database up to date, its keys, and the time. */
async function openFoundation(options: ServerOptions) {
  const { settings, logger } = options;
  const keys = await rootKeys(settings);
  const database = openDatabaseOf(options);
  const vault = await prepareDatabase(database, settings, keys);
  const movable = settings.CARDWRIGHT_MODE === 'sandbox' ? await openMovableClock(database) : undefined;
  const clock = options.clock ?? movable ?? systemClock;
  await preparePartitions(database, clock.now());
  const keyKeeper = await startKeyKeeper({ database, vault, clock, logger });
  return { database, vault, movable, clock, keyKeeper };
}

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
async function openAccess(
  options: ServerOptions,
  { database, vault, clock, audit }: { database: Database; vault: Vault; clock: Clock; audit: AuditKeeper },
) {
  const { settings, logger, publicUrl } = options;
  const log = accessLog(logger);
  const signingKeys = await openSigningKeys({ database, vault, log });
  const tokens = { signingKeys, issuer: settings.CARDWRIGHT_ISSUER, audience: settings.CARDWRIGHT_ISSUER, log };
  const limiter = createRateLimiter({ requestsPerMinute: requestsPerMinute(settings) });
  return {
    authenticate: createAuthenticator({ ...tokens, trustedIssuers: settings.CARDWRIGHT_TRUSTED_ISSUERS }),
    takeFromLimit: limiter.take,
    tokenEndpoint: { ...tokens, database, publicUrl, ...signInRecorders(database, clock, audit) },
  };
}

/** A sign-in is written before its token is given; one that failed as other denials are. */
function signInRecorders(
  database: Database,
  clock: Clock,
  { denials }: AuditKeeper,
): Pick<TokenEndpointDeps, 'recordSignIn' | 'recordFailedSignIn'> {
  const operation = 'access.issue-token';
  return {
    recordSignIn: (client, { requestId, fromAddress }) =>
      writeAudit(database, logOf(client), clock.now(), {
        actor: client.clientId,
        operation,
        subject: `oauth-client:${client.clientId}`,
        outcome: 'signed in',
        requestId,
        fromAddress,
      }),
    recordFailedSignIn: (client, error, { requestId, fromAddress }) =>
      denials.record(client === undefined ? OPERATOR_LOG : logOf(client), {
        actor: client?.clientId ?? 'unknown',
        operation,
        subject: client === undefined ? 'oauth-client' : `oauth-client:${client.clientId}`,
        outcome: 'sign-in denied',
        requestId,
        fromAddress,
        details: { error },
      }),
  };
}

/** Which keys this server opened the vault with, and by which settings it works: a row of the operator's log. */
async function noteStart(database: Database, vault: Vault, clock: Clock, settings: Settings): Promise<void> {
  const { masters, lookups, dataKeys, sealing } = vault.ring.now();
  const { DATABASE_URL: _, CARDWRIGHT_OWNER_DATABASE_URL: __, ...told } = settings;
  await writeAudit(database, OPERATOR_LOG, clock.now(), {
    actor: 'cardwright',
    operation: 'server.start',
    subject: 'vault',
    outcome: 'opened',
    requestId: '',
    details: {
      masters: [...masters.keys()],
      lookups: [...lookups.keys()],
      data_keys: [...dataKeys.keys()],
      sealing,
      settings: told,
    },
  });
}

function openDatabaseOf({ settings, connection, logger }: ServerOptions): Database {
  return openDatabase({
    connection,
    ownerConnection: ownerConnectionOf(settings),
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
