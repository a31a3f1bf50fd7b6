import type { JSONWebKeySet } from 'jose';
import { systemClock } from '../../kernel/time/clock.ts';
import type { Tx } from '../../storage/index.ts';
import type { CallerKind } from '../caller.ts';
import { findOauthClient, writeOauthClient } from './oauth-client-store.ts';
import { createSecretHashing, type SecretHashing } from './secret-hashing.ts';

/** A client in the configuration. */
export interface ConfiguredClient {
  readonly client_id: string;
  readonly kind: CallerKind;
  readonly bank_id?: string;
  readonly acquirer_id?: string;
  readonly scopes: readonly string[];
  /** In plain text here; only its hash is stored. */
  readonly secret?: string;
  /** The previous secret. Both are valid until this time. */
  readonly earlier_secret?: { readonly secret: string; readonly until: string };
  /** Public keys of a client that signs its assertions. */
  readonly jwks?: JSONWebKeySet;
  readonly requests_per_minute?: number;
  readonly sandbox?: boolean;
  /** Whether it can approve change requests of others. */
  readonly approver?: boolean;
  /** Issuer and subject of the person who uses it. */
  readonly person?: string;
}

/** Visible ASCII and blanks (RFC 6749 appendix A). A client could never send anything else. */
export const CLIENT_ID = /^[\x20-\x7e]{1,255}$/;
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Creates or updates the client. Throws for a configuration that cannot work. */
export async function upsertOauthClient(
  tx: Tx,
  configured: ConfiguredClient,
  hashing: SecretHashing = createSecretHashing(),
): Promise<void> {
  const { secretHash, earlierHash, earlier } = await hashSecrets(tx, configured, hashing);
  await writeOauthClient(tx, {
    clientId: configured.client_id,
    kind: configured.kind,
    scopes: configured.scopes,
    sandbox: configured.sandbox ?? false,
    approver: configured.approver ?? false,
    person: configured.person,
    ...(configured.bank_id !== undefined && { bankId: configured.bank_id }),
    ...(configured.acquirer_id !== undefined && { acquirerId: configured.acquirer_id }),
    ...(configured.jwks !== undefined && { jwks: configured.jwks }),
    ...(configured.requests_per_minute !== undefined && { requestsPerMinute: configured.requests_per_minute }),
    ...(secretHash !== undefined && { secretHash }),
    ...(earlier !== undefined &&
      earlierHash !== undefined && { earlier: { secretHash: earlierHash, until: new Date(earlier.until) } }),
  });
}

/**
 * Returns the stored hashes of the client's secrets, or new ones. Callers also run it before the transaction that
 * writes them, so that servers that start at the same time do not wait for that transaction while it hashes.
 */
export async function hashSecrets(tx: Tx, configured: ConfiguredClient, hashing: SecretHashing) {
  assertUsable(configured);
  const stored = await findOauthClient(tx, configured.client_id);
  const [newest, before] = [stored?.secretHash, stored?.earlier?.secretHash];
  const options = { sandbox: configured.sandbox ?? false };
  const secretHash = await hashing.hashOrReuse(configured.secret, [newest, before], options);
  const earlier = earlierOf(configured, systemClock.now());
  // each is first compared with its most likely hash, because a comparison costs as much as a new hash
  const earlierHash = await hashing.hashOrReuse(earlier?.secret, [before, newest], options);
  return { secretHash, earlierHash, earlier };
}

/** Ignores a previous secret that has expired. */
function earlierOf({ earlier_secret: earlier }: ConfiguredClient, now: Date): ConfiguredClient['earlier_secret'] {
  return earlier === undefined || Date.parse(earlier.until) <= now.getTime() ? undefined : earlier;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function earlierProblem({ secret, earlier_secret: earlier }: ConfiguredClient): string | undefined {
  if (earlier === undefined) return undefined;
  if (secret === undefined) return 'needs a secret in addition to earlier_secret';
  if (secret === earlier.secret) return 'earlier_secret is the secret';
  const isTime = TIME.test(earlier.until) && !Number.isNaN(Date.parse(earlier.until));
  return isTime ? undefined : 'earlier_secret.until must be a time, as in 2026-12-31T00:00:00Z';
}

function assertUsable(configured: ConfiguredClient): void {
  const { client_id, scopes, secret, jwks } = configured;
  if (!CLIENT_ID.test(client_id)) throw new Error('a client_id must have 1 to 255 visible ASCII characters');
  const wrong = (what: string) => new Error(`OAuth client ${client_id}: ${what}`);
  if (!scopes.every((scope) => SCOPE_TOKEN.test(scope))) throw wrong('each scope must be a word without blanks');
  if (secret === undefined && jwks === undefined) throw wrong('needs a secret or jwks');
  if (secret === '') throw wrong('the secret is empty');
  const problem = earlierProblem(configured);
  if (problem !== undefined) throw wrong(problem);
  if (jwks === undefined) return;
  if (!Array.isArray(jwks.keys) || jwks.keys.length === 0) throw wrong('jwks holds no keys');
  // `d` is the private part of every asymmetric key, `k` a shared secret: neither belongs in a configuration
  const isPublic = jwks.keys.every((key) => key.d === undefined && key.k === undefined);
  if (!isPublic) throw wrong('jwks must contain only public keys');
}
