import type { AddressInfo } from 'node:net';
import { createApp } from '../host/assembly/app.ts';
import { createMetrics } from '../host/assembly/observability/metrics.ts';
import { readSettings } from '../host/configuration/settings.ts';
import { createApprovalCodes } from '../issuing/authorization/index.ts';
import { openBankDirectory } from '../issuing/banks/index.ts';
import { createAuthenticator, createTrustedProxies, openSigningKeys } from '../platform/access/index.ts';
import { createDenials } from '../platform/audit/index.ts';
import { createLogger } from '../platform/http/request-log.ts';
import { systemClock } from '../platform/kernel/time/clock.ts';
import { createWarningLedger } from '../platform/operation/index.ts';
import { openDatabase } from '../platform/storage/index.ts';
import { openVault, readKeyFile } from '../platform/vault/index.ts';
import { createUsualAuthorizer } from './usual-authorizer.ts';

/**
 * The product's HTTP server, authentication, validation and answers, with decisions in one transaction for each
 * request.
 */
const settings = readSettings(process.env);
const keys = await readKeyFile(settings.CARDWRIGHT_KEY_FILE!);
const database = openDatabase({
  connection: { connectionString: settings.DATABASE_URL! },
  maxConnections: settings.CARDWRIGHT_DATABASE_CONNECTIONS,
  statementTimeoutMs: settings.CARDWRIGHT_REQUEST_TIMEOUT_MS,
  onError: () => {},
});
const banks = await openBankDirectory(database);
const vault = await openVault(database, keys);
const metrics = createMetrics();
const access = {
  database,
  signingKeys: await openSigningKeys({ database, vault, log: () => {} }),
  issuer: settings.CARDWRIGHT_ISSUER,
  audience: settings.CARDWRIGHT_ISSUER,
  publicUrl: () => '',
  log: () => {},
};
const app = await createApp({
  database,
  vault,
  hideCardNumbers: (text) => text,
  settings,
  logger: createLogger(settings.CARDWRIGHT_LOG_LEVEL),
  metrics,
  scrape: () => metrics.registry.metrics(),
  clock: systemClock,
  denials: createDenials({ database, clock: systemClock, onError: () => {} }),
  warnings: createWarningLedger(database),
  operations: { envelope: [], rest: [] },
  authenticate: createAuthenticator({ ...access, trustedIssuers: [], longestOutsideTokenS: 0 }),
  takeFromLimit: async () => ({ allowed: true }),
  bank: banks.bank,
  countWarnings: metrics.countWarnings,
  ecommerce: createUsualAuthorizer({
    database,
    banks,
    vault,
    codes: createApprovalCodes(database),
    clock: systemClock,
  }),
  tokenEndpoint: { ...access, signInRates: { fromOneAddress: 1_000, fromAll: 1_000 } },
  trustedProxies: createTrustedProxies([]),
  clientCertificates: undefined,
  readiness: { notReadyReason: async () => undefined, drain: () => {}, isDraining: () => false },
  operatorPaths: { kind: 'open' },
  receiver: undefined,
  cookieMode: 'production',
  registerSignIn: undefined,
  registerSandbox: undefined,
});
await app.listen({ host: settings.HOST, port: settings.PORT });
process.once('SIGTERM', () => process.exit(0));
const { address, port } = app.server.address() as AddressInfo;
process.stdout.write(`ready http://${address}:${port}\n`);
