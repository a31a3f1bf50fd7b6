import type { Logger } from 'pino';
import {
  callerLog,
  createAuthenticator,
  createRateLimiter,
  createTrustedProxies,
  openSigningKeys,
  type TokenEndpointDeps,
} from '../../platform/access/index.ts';
import { OPERATOR_LOG, writeAuditOnly } from '../../platform/audit/index.ts';
import { faultOf } from '../../platform/http/faults.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import type { Database } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { Settings } from '../configuration/settings.ts';
import type { AuditJobs } from './audit-jobs.ts';
import { openPeople } from './open-people.ts';

/** Opens the access of callers: tokens from this server and from outside issuers, sessions of people, and request limits. */
export async function openAccess(
  options: { settings: Settings; logger: Logger; publicUrl: () => string; systemNow: () => Date },
  { database, vault, clock, audit }: { database: Database; vault: Vault; clock: Clock; audit: AuditJobs },
) {
  const { settings, logger, publicUrl } = options;
  const log = accessLog(logger);
  const signingKeys = await openSigningKeys({ database, vault, log });
  const tokens = { signingKeys, issuer: settings.CARDWRIGHT_ISSUER, audience: settings.CARDWRIGHT_ISSUER, log };
  const limiter = createRateLimiter({ requestsPerMinute: requestsPerMinute(settings) });
  const authenticate = createAuthenticator({
    ...tokens,
    publicUrl,
    trustedIssuers: settings.CARDWRIGHT_TRUSTED_ISSUERS,
    longestOutsideTokenS: settings.CARDWRIGHT_OUTSIDE_TOKEN_MINUTES * 60,
  });
  const { denials } = audit;
  return {
    ...(await openPeople(options, {
      database,
      vault,
      clock,
      denials,
      authenticate,
      signInRates: signInRates(settings),
    })),
    takeFromLimit: limiter.take,
    trustedProxies: createTrustedProxies(settings.CARDWRIGHT_TRUSTED_PROXIES),
    tokenEndpoint: {
      ...tokens,
      database,
      publicUrl,
      signInRates: signInRates(settings),
      ...signInRecorders(database, clock, audit),
      mayPass: (error: unknown) => faultOf(error) !== 'malfunction',
    },
  };
}

/** Records sign-ins. A successful one is audited before its token is returned, a failed one like other denials. */
function signInRecorders(
  database: Database,
  clock: Clock,
  { denials }: AuditJobs,
): Pick<TokenEndpointDeps, 'recordSignIn' | 'recordFailedSignIn'> {
  const operation = 'access.issue-token';
  return {
    recordSignIn: (client, { requestId, fromAddress }) =>
      writeAuditOnly(database, callerLog(client), clock.now(), {
        actor: client.clientId,
        operation,
        subject: `oauth-client:${client.clientId}`,
        outcome: 'signed in',
        requestId,
        fromAddress,
      }),
    recordFailedSignIn: (client, error, { requestId, fromAddress }) =>
      denials.record(client === undefined ? OPERATOR_LOG : callerLog(client), {
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

const SANDBOX_LIMIT = null;
const PRODUCTION_LIMIT = 600;

function requestsPerMinute(settings: Settings): number | null {
  const byDefault = settings.CARDWRIGHT_MODE === 'sandbox' ? SANDBOX_LIMIT : PRODUCTION_LIMIT;
  return settings.CARDWRIGHT_REQUESTS_PER_MINUTE ?? byDefault;
}

function signInRates(settings: Settings): TokenEndpointDeps['signInRates'] {
  return {
    fromOneAddress: settings.CARDWRIGHT_SIGN_INS_PER_SECOND_FROM_ADDRESS,
    fromAll: settings.CARDWRIGHT_SIGN_INS_PER_SECOND,
  };
}

function accessLog(logger: Logger) {
  return (level: 'info' | 'warn' | 'error', message: string, detail?: Readonly<Record<string, unknown>>) =>
    logger[level](detail ?? {}, message);
}
