import { createHash } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { AccessLog } from '../access-log.ts';
import type { Caller } from '../caller.ts';
import { bindingOf } from '../proof-of-possession.ts';
import type { VerifiedToken } from '../verified-token.ts';
import { issuerKeys } from './outside-issuer-keys.ts';
import { checkTokenType, issuerProblem, type TrustedIssuer } from './trusted-issuer.ts';

const ALGORITHMS = [
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
  'EdDSA',
  'Ed25519',
];
/** Tolerance for clocks of different organizations. */
const TOLERANCE_S = 5;
const LONGEST_SUBJECT = 255;

export interface OutsideVerifier {
  verify(token: string, nowMs: number): Promise<VerifiedToken>;
}

/** Throws for a configuration that would trust more, or something else, than it seems to. */
export function createOutsideVerifier(
  trusted: TrustedIssuer,
  { log, now, longestS }: { log: AccessLog; now: () => number; longestS: number },
): OutsideVerifier {
  const problem = issuerProblem(trusted);
  if (problem !== undefined) throw new Error(`trusted issuer ${trusted.issuer}: ${problem}`);
  const keys = issuerKeys(trusted, log, now);
  return {
    verify: async (token, nowMs) => {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        algorithms: ALGORITHMS,
        issuer: trusted.issuer,
        audience: trusted.audience,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: TOLERANCE_S,
        currentDate: new Date(nowMs),
      });
      checkTokenType(protectedHeader, payload, trusted);
      checkLifetime(payload, nowMs / 1_000, longestS);
      return {
        caller: callerOf(trusted, payload),
        expiresAtMs: (payload.exp as number) * 1_000,
        boundTo: bindingOf(payload),
      };
    },
  };
}

/**
 * Limits how long a stolen token is valid, because this server cannot revoke it. Without `iat`, its life begins now.
 */
function checkLifetime({ exp, iat }: JWTPayload, nowS: number, longestS: number): void {
  if (iat !== undefined && iat > nowS + TOLERANCE_S) throw new errors.JWTInvalid();
  const issuedAtS = Math.min(iat ?? nowS, nowS);
  if ((exp as number) - issuedAtS > longestS + TOLERANCE_S) throw new errors.JWTInvalid();
}

function callerOf(trusted: TrustedIssuer, claims: JWTPayload): Caller {
  const bankId = optionalText(claims.bank_id);
  const acquirerId = optionalText(claims.acquirer_id);
  const { sub } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > LONGEST_SUBJECT) throw new errors.JWTInvalid();
  if (bankId !== undefined && acquirerId !== undefined) throw new errors.JWTInvalid();
  const kind = bankId !== undefined ? 'bank' : acquirerId !== undefined ? 'acquirer' : 'network';
  if (trusted.kind !== undefined && trusted.kind !== kind) throw new errors.JWTInvalid();
  // A missing bank_id must not lift the restriction: the caller would become a network, which reaches the cards of all
  // banks.
  if (trusted.banks !== undefined && !(bankId !== undefined && trusted.banks.includes(bankId))) {
    throw new errors.JWTInvalid();
  }
  const clientId = `${trusted.issuer}#${sub}`;
  return {
    clientId,
    sender: outsideSender(clientId),
    kind,
    scopes: scopesOf(claims),
    ...(bankId !== undefined && { bankId }),
    ...(acquirerId !== undefined && { acquirerId }),
  };
}

function optionalText(claim: unknown): string | undefined {
  if (claim === undefined || claim === null) return undefined;
  if (typeof claim !== 'string' || claim === '') throw new errors.JWTInvalid();
  return claim;
}

/** Reads `scope` as RFC 9068 defines it, and `scp` as other issuers write it; each is a text or a list. */
function scopesOf(claims: JWTPayload): ReadonlySet<string> {
  const scopes = claims.scope ?? claims.scp;
  const words = typeof scopes === 'string' ? scopes.split(' ') : Array.isArray(scopes) ? scopes : [];
  return new Set(words.filter((word): word is string => typeof word === 'string' && word !== ''));
}

/**
 * A negative number, so that it never equals the number of a client in the database. It is the same on every server and
 * after every start.
 */
export function outsideSender(clientId: string): number {
  return -1 - (createHash('sha256').update(clientId).digest().readUInt32BE(0) % 0x7fff_ffff);
}
