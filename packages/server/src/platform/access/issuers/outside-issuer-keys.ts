import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { AccessLog } from '../access-log.ts';

const TIMEOUT_MS = 5_000;
/** Minimum time between reloads caused by an unknown key id. */
const COOLDOWN_MS = 10_000;
/** Pause after a failure, so that not every token of an issuer waits for a server that is down. */
const RETRY_MS = 5_000;

/** The issuer's keys could not be read; the token itself may be valid. */
export class IssuerUnreachable extends Error {}

/** Keys from the issuer's JWKS address, cached for ten minutes. */
export function issuerKeys(
  { issuer, jwks_url }: { issuer: string; jwks_url: string },
  log: AccessLog,
  now: () => number,
): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(jwks_url), { timeoutDuration: TIMEOUT_MS, cooldownDuration: COOLDOWN_MS });
  let retryAt = Number.NEGATIVE_INFINITY;
  return async (header, token) => {
    if (!remote.fresh && now() < retryAt) throw new IssuerUnreachable();
    try {
      return await remote(header, token);
    } catch (error) {
      if (isFaultOfToken(error)) throw error;
      if (now() >= retryAt) {
        log('warn', 'cannot read the keys of a trusted issuer; its tokens are refused meanwhile', {
          issuer,
          reason: (error as Error).message,
        });
        retryAt = now() + RETRY_MS;
      }
      throw new IssuerUnreachable();
    }
  };
}

function isFaultOfToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
