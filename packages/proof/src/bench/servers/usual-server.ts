import type { AddressInfo } from 'node:net';
import { createApp } from '@cardwright/server/internal/host/assembly/app';
import { createMetrics } from '@cardwright/server/internal/host/assembly/observability/metrics';
import { readSettings } from '@cardwright/server/internal/host/configuration/settings';
import { createApprovalCodes } from '@cardwright/server/internal/issuing/authorization/index';
import { openBankDirectory } from '@cardwright/server/internal/issuing/banks/index';
import {
  createAuthenticator,
  createTrustedProxies,
  openSigningKeys,
} from '@cardwright/server/internal/platform/access/index';
import { createDenials } from '@cardwright/server/internal/platform/audit/index';
import { createLogger } from '@cardwright/server/internal/platform/http/request-log';
import { systemClock } from '@cardwright/server/internal/platform/kernel/time/clock';
import { createWarningLedger, NO_SUBSCRIPTIONS } from '@cardwright/server/internal/platform/operation/index';
import { openDatabase } from '@cardwright/server/internal/platform/storage/index';
import { openVault, readKeyFile } from '@cardwright/server/internal/platform/vault/index';
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
  maskCardNumbers: (text) => text,
  changes: NO_SUBSCRIPTIONS,
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
