import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { calculateJwkThumbprint, EmbeddedJWK, errors, type JWTPayload, jwtVerify } from 'jose';
import { createLruCache } from '../kernel/lru-cache.ts';
import type { PresentedCertificate } from './proxy/client-certificate.ts';
import type { Binding } from './verified-token.ts';

/** The parts of a request that identify its sender. */
export interface PresentedCredentials {
  readonly authorization: string | undefined;
  /** The header DPoP. */
  readonly proof: string | undefined;
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  /** The certificate of the connection, or the one that a trusted proxy reports. */
  readonly certificate?: PresentedCertificate | undefined;
  /** The connection that carried the request. */
  readonly connection?: object | undefined;
  /** The session of a person, on paths that accept sessions; undefined without a session's cookie. */
  readonly session?: PresentedSession | undefined;
}

/** A session's cookie, with the evidence that a page of this server sends it. */
export interface PresentedSession {
  readonly cookie: string;
  readonly headers: IncomingHttpHeaders;
  /** Whether the path accepts sessions. Paths that only machines use do not. */
  readonly isAccepted: boolean;
}

export const PROOF_ALGORITHMS = ['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'EdDSA'] as const;

const LONGEST_AGE_S = 60;
const LONGEST_PROOF = 4_096;
const PROOF_ID = /^[\x20-\x7e]{1,255}$/;
/** The maximum number of cached proofs. Further ones replace the oldest. */
const MAX_PROOFS = 100_000;

/** The binding of a token; undefined for a bearer token, 'unknown' for a kind of binding that is not supported. */
export function bindingOf({ cnf }: JWTPayload): Binding | 'unknown' | undefined {
  if (cnf === undefined) return undefined;
  if (typeof cnf !== 'object' || cnf === null) return 'unknown';
  const { jkt: key, 'x5t#S256': certificate, ...others } = cnf as Record<string, unknown>;
  const thumbprints = [key, certificate].filter((thumbprint) => thumbprint !== undefined);
  // any other binding would have to be checked, too
  const isSupported = thumbprints.length > 0 && Object.keys(others).length === 0;
  return isSupported && thumbprints.every((thumbprint) => typeof thumbprint === 'string')
    ? ({ key, certificate } as Binding)
    : 'unknown';
}

/** Returns why the proof is not valid; undefined if it is. */
export type CheckProof = (
  presented: PresentedCredentials,
  of: { token: string; boundKey: string },
  nowMs: number,
) => Promise<string | undefined>;

/**
 * Checks proofs of DPoP (RFC 9449). A proof can be used once: each server caches the proofs of the last minute, the
 * time for which one is valid. Servers do not share this cache, because that would add a round trip to each request.
 */
export function createProofCheck(publicUrl: () => string): CheckProof {
  const usedProofs = createLruCache<string, number>({ maxEntries: MAX_PROOFS });
  return async (presented, { token, boundKey }, nowMs) => {
    const read = await readProof(presented.proof ?? '', nowMs);
    if (read === undefined) return 'not a signed JWT';
    const { claims, thumbprint } = read;
    const { jti, htm, htu, iat, ath } = claims;
    if (thumbprint !== boundKey) return 'the access token is bound to another key';
    if (htm !== presented.method) return 'htm is not the method of this request';
    if (!isSameAddress(htu, publicUrl(), presented.url)) return 'htu is not the address of this request';
    if (ath !== createHash('sha256').update(token).digest('base64url'))
      return 'ath is not the hash of the access token';
    const isNow = typeof iat === 'number' && Math.abs(nowMs / 1_000 - iat) <= LONGEST_AGE_S;
    if (!isNow) return 'iat is more than a minute ago or ahead';
    if (typeof jti !== 'string' || !PROOF_ID.test(jti)) return 'jti is not 1 to 255 characters';
    const proofId = `${thumbprint} ${jti}`;
    if ((usedProofs.get(proofId) ?? 0) >= nowMs) return 'used before';
    usedProofs.set(proofId, (iat + LONGEST_AGE_S) * 1_000);
    return undefined;
  };
}

async function readProof(
  proof: string,
  nowMs: number,
): Promise<{ claims: JWTPayload; thumbprint: string } | undefined> {
  if (proof.length > LONGEST_PROOF) return undefined;
  try {
    // the embedded key only counts if the token is bound to it; private keys are refused
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      algorithms: [...PROOF_ALGORITHMS],
      typ: 'dpop+jwt',
      currentDate: new Date(nowMs),
    });
    return { claims: payload, thumbprint: await calculateJwkThumbprint(protectedHeader.jwk ?? {}, 'sha256') };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * Compares without the query, as RFC 9449 requires, and with the public address: behind a proxy, the server's own
 * differs.
 */
function isSameAddress(htu: unknown, publicUrl: string, url: string): boolean {
  if (typeof htu !== 'string' || !URL.canParse(htu)) return false;
  const expected = new URL(publicUrl.replace(/\/$/, '') + url);
  const proven = new URL(htu);
  return proven.origin === expected.origin && proven.pathname === expected.pathname;
}
