import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createRecordHasher, createResponseTimes } from '../../issuing/authorization/index.ts';
import { type BankDirectory, cardNumberMasker, openBankDirectory } from '../../issuing/banks/index.ts';
import { createCardProduction } from '../../issuing/embossing/index.ts';
import type { PeerAddress } from '../../issuing/iso8583/index.ts';
import { OPERATOR_LOG, writeAuditOnly } from '../../platform/audit/index.ts';
import { createChangeGate } from '../../platform/change-requests/index.ts';
import type { TlsFiles } from '../../platform/http/tls-files.ts';
import {
  type BackgroundThrottle,
  createBackgroundThrottle,
} from '../../platform/kernel/concurrency/background-throttle.ts';
import { memoize } from '../../platform/kernel/concurrency/memoize.ts';
import { type Clock, systemClock } from '../../platform/kernel/time/clock.ts';
import { createLatencyMeter, type LatencyMeter } from '../../platform/kernel/time/latency-meter.ts';
import { createRepeatedReads, createWarningLedger } from '../../platform/operation/index.ts';
import { createChangePublisher, hostOf } from '../../platform/outbox/index.ts';
import { createReceiver, openReceiverKeys } from '../../platform/receiver/index.ts';
import { type ConnectionSettings, type Database, openDatabase } from '../../platform/storage/index.ts';
import { openVault, type RandomDigits, type Vault } from '../../platform/vault/index.ts';
import type { PeerProcesses } from '../../platform/workers/peer-processes.ts';
import type { WorkerLink } from '../../platform/workers/worker-link.ts';
import { anchorFolderOf, ownerConnectionOf, type Settings } from '../configuration/settings.ts';
import { type KeyRefresh, startKeyRefresh } from '../keys/index.ts';
import { rootKeys } from '../production/root-keys.ts';
import {
  connectSandboxEndpoint,
  DEMO_CALLERS,
  type MovableClock,
  openMovableClock,
  registerSandboxRoutes,
  welcomeLines,
} from '../sandbox/index.ts';
import { createApp } from './app.ts';
import { type AuditJobs, createAuditJobs } from './audit-jobs.ts';
import { monitorReplication } from './database/monitor-replication.ts';
import { prepareDatabase, preparePartitions } from './database/prepare-database.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { openTracing } from './observability/open-tracing.ts';
import { monitorCertificate, monitorKeyProblem, monitorPool } from './observability/process-metrics.ts';
import { createReadiness } from './observability/readiness.ts';
import type { StartTimes } from './observability/start-times.ts';
import { openAccess } from './open-access.ts';
import { type AnchorSenders, openAnchorSenders } from './open-anchor-senders.ts';
import { openAuthorizationParts } from './open-authorization-parts.ts';
import { openAuthorizer } from './open-authorizer.ts';
import { openBacktests } from './open-backtests.ts';
import { openClientCertificates } from './open-client-certificates.ts';
import { embossDeps } from './open-embossing.ts';
import { openExports } from './open-exports.ts';
import { openMerchants } from './open-merchants.ts';
import { openNetworks } from './open-networks.ts';
import { openOutbox } from './open-outbox.ts';
import { openPartners } from './open-partners.ts';
import { openSandboxData } from './open-sandbox-data.ts';
import { openTls } from './open-tls.ts';
import { implementOperations } from './operations.ts';
import { createOperatorApp, readOperatorPaths } from './paths/operator-paths.ts';
import { type PeriodicJobs, startPeriodicJobs } from './periodic-jobs.ts';
import { kindsOfCaller } from './second-person-kinds.ts';
import type { Examine } from './service/service-routes.ts';
import { stopInOrder } from './stop-in-order.ts';
import { registerWorkerRequests, scrapeOf } from './worker-requests.ts';

export interface Server {
  readonly app: FastifyInstance;
  /** Serves /docs, /openapi.json and /metrics if they have a separate port. */
  readonly operatorApp: FastifyInstance | undefined;
  readonly clock: Clock;
  readonly periodicJobs: PeriodicJobs;
  /** Screens all merchants that are due. Resolves when none is left. */
  screeningIdle(): Promise<void>;
  /** Runs all pending backtests of banks. Resolves when none is left. */
  backtestsIdle(): Promise<void>;
  /** Writes all waiting exports. Resolves when none is left. */
  exportsIdle(): Promise<void>;
  /** Writes all feeds of events to files that are due. */
  feedsIdle(): Promise<void>;
  readonly keyRefresh: KeyRefresh;
  /** Takes the server's address once it listens, because the sandbox sends its notifications to itself. */
  setAddress(url: string): Promise<void>;
  /** Listens for networks and connects to them. Returns the addresses on which it listens. */
  openNetworks(): Promise<readonly PeerAddress[]>;
  /** Returns lines that help a newcomer to the sandbox. */
  welcome(url: string): Promise<string[]>;
  /**
   * Reports that the server should receive no more requests, but continues to serve. Precedes the close if there is a
   * proxy.
   * @param staysReady true if other workers serve at the same address
   */
  drain(staysReady?: boolean): void;
  /** Stops accepting, finishes running requests, closes the database connections. */
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly settings: Settings;
  readonly connection: ConnectionSettings;
  readonly logger: Logger;
  /** Returns the URL at which callers reach this server, which is known once it listens. */
  readonly publicUrl: () => string;
  readonly times?: StartTimes;
  /** Runs the doctor's checks for the operator's page. Without it, the page does not offer them. */
  readonly examine?: Examine;
  /** The link to the supervisor, if this is one of several workers. */
  readonly link?: WorkerLink;
  /** The other workers. They decide for some of the accounts and forward events of streams. */
  readonly peerProcesses?: PeerProcesses;
  /** For tests: replaces the clock of the mode. */
  readonly clock?: Clock;
  /** For tests: replaces the system clock, by which sessions expire. */
  readonly systemNow?: () => Date;
  /** For tests: the digits of new card numbers. */
  readonly randomDigits?: RandomDigits;
  /** For tests: if false, merchants stay unscreened until the test screens them. */
  readonly screensAutomatically?: boolean;
  /** For tests: if false, backtests, exports and feeds of events wait until the test runs them. */
  readonly runsQueuesAutomatically?: boolean;
  /** For tests: another server has prepared the database with the same configuration, so no secret is hashed again. */
  readonly isPrepared?: boolean;
}

/**
 * Builds everything between the settings and a server that can listen. There is no dependency injection container:
 * functions get their dependencies as arguments.
 */
export async function buildServer(options: ServerOptions): Promise<Server> {
  const { settings, systemNow = () => new Date() } = options;
  const operatorPaths = await readOperatorPaths(settings);
  const latency = createLatencyMeter();
  const throttle = createBackgroundThrottle(latency);
  const { database, vault, movable, clock, ...foundation } = await openFoundation(options, latency, throttle);
  const banks = await openBankDirectory(database);
  const receiverKeys = await openReceiverKeys(database, vault);
  const metrics = foundationMetrics({ database, vault, replication: foundation.replication });
  registerWorkerRequests(options.link, metrics, movable);
  const readiness = createReadiness(database);
  const warnings = createWarningLedger(database);
  const responseTimes = createResponseTimes(database);
  const runner = runnerOf(database, vault, banks);
  const outbox = await openOutbox(options, { ...runner, vault, clock, metrics });
  const merchants = await openMerchants(options, { ...runner, vault, clock, throttle, outbox });
  const ofAuthorizations = await openAuthorizationParts(database, settings);
  const partners = await openPartners(options, { ...runner, ...ofAuthorizations, banks, clock, metrics, outbox });
  const forOperations = { ...outbox.forOperations, ...merchants.forOperations, ...ofAuthorizations, partners };
  const operations = implementOperations({ banks, vault, warnings, settings, systemNow, ...forOperations });
  const { acquirers, screened } = merchants;
  const services = { ...runner, clock, banks, acquirers, receiverKeys, warnings, responseTimes, metrics, throttle };
  const { fixtures, demoData } = await openSandboxData(options, { ...services, operations, screened });
  await logStart(options, { database, vault, clock });
  const anchorSenders = openAnchorSenders(options, outbox, metrics);
  const forJobs = { ...services, ...outbox.retention, demoData };
  const { audit, periodicJobs } = startBackgroundJobs(options, forJobs, anchorSenders);
  const backtests = openBacktests(options, { ...services, ...forOperations, operations });
  const exports = openExports(options, { ...services, ...forOperations, operations });
  const authorizer = await openAuthorizer(options, { ...services, ...forOperations, latency });
  const networks = await openNetworks(options, { ...services, ...ofAuthorizations, authorizer: authorizer.ecommerce });
  const running = { ...foundation, ...forOperations, periodicJobs, anchorSenders, database, authorizer, networks };
  const access = await openAccess({ ...options, systemNow }, { database, vault, clock, audit });
  const pages = { ...runner, ...pageDeps(options, metrics), denials: audit.denials };
  const operatorApp = await createOperatorApp(forOperators(pages), operatorPaths);
  const kindsOf = kindsOfCaller(settings, banks, acquirers);
  const changeGate = createChangeGate({ vault, enqueue: forOperations.enqueue }, kindsOf, operations.promises);
  const routes = { ...pages, changeGate, ...access, operatorPaths, clock, warnings, operations, readiness };
  const app = await createApp({
    ...routes,
    bank: banks.bank,
    countWarnings: metrics.countWarnings,
    ecommerce: authorizer.ecommerce,
    receiver: createReceiver(vault, receiverKeys, runner.maskCardNumbers),
    service: { settings, database, banks, clock, replication: foundation.replication.now, examine: options.examine },
    registerSandbox: sandboxRoutes(options, movable, { database, vault, periodicJobs, outbox, ...access }),
  });
  for (const { start } of [outbox, merchants, backtests, exports]) start();
  options.times?.record('routes');
  return {
    app,
    operatorApp,
    clock,
    periodicJobs,
    ...{ screeningIdle: screened, backtestsIdle: backtests.idle, keyRefresh: foundation.keyRefresh },
    ...{ exportsIdle: exports.idle, feedsIdle: outbox.feedsIdle },
    setAddress: async (url) => {
      if (settings.CARDWRIGHT_MODE === 'sandbox')
        await connectSandboxEndpoint({ ...runner, vault, clock, operations, receiverKeys }, url);
      demoData.start();
    },
    openNetworks: networks.open,
    welcome: async (url) =>
      fixtures === undefined ? [] : welcomeLines(url, settings.CARDWRIGHT_OPERATOR_PREFIX, fixtures),
    drain: readiness.drain,
    close: memoize(() =>
      stopInOrder({ ...running, app, operatorApp, merchants, outbox, demoData, backtests, exports }),
    ),
  };
}

/** Returns what every operation and every work needs. */
function runnerOf(database: Database, vault: Vault, banks: BankDirectory) {
  const maskCardNumbers = cardNumberMasker(banks);
  const repeatedReads = createRepeatedReads();
  return { database, vault, maskCardNumbers, changes: createChangePublisher(vault), repeatedReads };
}

/** Returns what registers the routes of the sandbox; undefined in production, which has no movable clock. */
function sandboxRoutes(
  { link, publicUrl: url, peerProcesses }: ServerOptions,
  clock: MovableClock | undefined,
  deps: Omit<Parameters<typeof registerSandboxRoutes>[1], 'clock' | 'notifyPeers' | 'url' | 'peerProcesses'>,
) {
  if (clock === undefined) return undefined;
  const notifyPeers = async () => link?.queryAll('clock');
  return (scope: FastifyInstance) => registerSandboxRoutes(scope, { ...deps, clock, notifyPeers, url, peerProcesses });
}

function foundationMetrics({ database, vault, replication }: MonitoredFoundation): Metrics {
  const metrics = createMetrics();
  metrics.monitorKeys(() => vault.ring.now().rows);
  metrics.monitorReplication(replication.now);
  monitorPool(metrics.registry, database.pool);
  monitorKeyProblem(metrics.registry, () => vault.ring.now().problem !== undefined);
  return metrics;
}

type MonitoredFoundation = Pick<Awaited<ReturnType<typeof openFoundation>>, 'database' | 'vault' | 'replication'>;

/** Removes the client CA, because readers of metrics need no client certificate. */
function forOperators<Pages extends { tls: TlsFiles | undefined }>(pages: Pages): Pages {
  return { ...pages, tls: pages.tls && { ...pages.tls, clientCaFile: undefined } };
}

/** Returns the dependencies of the pages and of the HTTP servers. */
function pageDeps({ settings, logger, link }: ServerOptions, metrics: Metrics) {
  const tls = openTls(settings);
  if (tls !== undefined) monitorCertificate(metrics.registry, tls);
  return {
    ...{ settings, logger, metrics, tls },
    clientCertificates: openClientCertificates(settings),
    scrape: scrapeOf(link, metrics),
    published: settings.CARDWRIGHT_MODE === 'sandbox' ? DEMO_CALLERS : undefined,
  };
}

/** Opens the foundation of the server: the migrated database, its keys and the clock. */
async function openFoundation(options: ServerOptions, traffic: LatencyMeter, throttle: BackgroundThrottle) {
  const { settings, logger } = options;
  const tracing = await openTracing(settings, logger);
  const keys = await rootKeys(settings);
  const database = openDatabaseOf(options, traffic);
  const replication = await monitorReplication(database, logger, settings);
  const vault = options.isPrepared
    ? await openVault(database, keys, options)
    : await prepareDatabase(database, settings, keys, { ...options, warn: (...line) => logger.warn(...line) });
  const movable = settings.CARDWRIGHT_MODE === 'sandbox' ? await openMovableClock(database) : undefined;
  const clock = options.clock ?? movable ?? systemClock;
  await preparePartitions(database, clock.now());
  const keyRefresh = await startKeyRefresh({ database, vault, clock, logger, throttle });
  options.times?.record('schema and keys');
  return { database, vault, movable, clock, keyRefresh, replication, tracing };
}

/** Starts the periodic jobs of a running server: sealing the audit log, deadlines, retention and card production. */
function startBackgroundJobs(
  { settings, connection, logger, link }: ServerOptions,
  deps: Omit<Parameters<typeof startPeriodicJobs>[0], OfSettings> & { vault: Vault },
  { name, offer }: AnchorSenders,
): { audit: AuditJobs; periodicJobs: PeriodicJobs } {
  const { vault, ...rest } = deps;
  const { database, maskCardNumbers, changes, clock, banks, throttle } = rest;
  const time = settings.CARDWRIGHT_EMBOSSING_SCHEDULE;
  const retentionMonths = settings.CARDWRIGHT_AUDIT_RETENTION_MONTHS;
  const anchors = { folder: anchorFolderOf(settings), name, onPending: offer };
  const audit = createAuditJobs({ database, vault, clock, logger, throttle, retentionMonths, anchors });
  const periodicJobs = startPeriodicJobs({
    ...rest,
    runsPeriodicJobs: link?.part.runsPeriodicJobs ?? true,
    audit,
    cardProduction: createCardProduction({
      ...embossDeps(settings, { database, maskCardNumbers, changes, vault }),
      throttle,
      time,
      banks,
      logger,
    }),
    ...{ vault, recordHasher: createRecordHasher(connection, vault) },
    reservationDays: settings.CARDWRIGHT_RESERVATION_DAYS,
    closedCardDays: settings.CARDWRIGHT_CLOSED_CARD_DAYS,
    outboxRetentionDays: settings.CARDWRIGHT_OUTBOX_RETENTION_DAYS,
    logger,
  });
  return { audit, periodicJobs };
}

type OfSettings =
  | 'audit'
  | 'runsPeriodicJobs'
  | ('cardProduction' | 'recordHasher')
  | 'reservationDays'
  | 'closedCardDays'
  | 'outboxRetentionDays'
  | 'logger';

/** Writes this server's key versions and settings into the operator's audit log. */
async function logStart(
  { settings, times }: ServerOptions,
  { database, vault, clock }: { database: Database; vault: Vault; clock: Clock },
): Promise<void> {
  const { masters, lookups, dataKeys, sealing, contents, hashing } = vault.ring.now();
  const {
    DATABASE_URL: _,
    CARDWRIGHT_OWNER_DATABASE_URL: __,
    CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: ends,
    ...otherSettings
  } = settings;
  const endpoints = ends.map(({ url, logs }) => ({
    host: hostOf(url),
    ...(logs !== undefined && { logs: [...logs] }),
  }));
  await writeAuditOnly(database, OPERATOR_LOG, clock.now(), {
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
      contents: [...contents.keys()],
      hashing,
      settings: { ...otherSettings, CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: endpoints },
    },
  });
  times?.record('data');
}

function openDatabaseOf({ settings, connection, logger }: ServerOptions, traffic: LatencyMeter): Database {
  return openDatabase({
    connection,
    ownerConnection: ownerConnectionOf(settings),
    ...{ maxConnections: settings.CARDWRIGHT_DATABASE_CONNECTIONS, traffic },
    statementTimeoutMs: settings.CARDWRIGHT_REQUEST_TIMEOUT_MS,
    // the locks of a frozen server must be free again before an authorization's deadline
    idleTransactionMs: (settings.CARDWRIGHT_AUTHORIZATION_DEADLINE_MS * 2) / 3,
    onError: (error) =>
      logger.warn({ reason: error.message }, 'lost a database connection; the next request opens a new one'),
  });
}
