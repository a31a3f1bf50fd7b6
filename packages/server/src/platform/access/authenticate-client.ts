import { ok, type Success } from '../kernel/result.ts';
import type { Database } from '../storage/index.ts';
import type { AccessLog } from './access-log.ts';
import type { ClientCredentials } from './client-credentials.ts';
import { findOauthClient, type OauthClient } from './clients/oauth-client-store.ts';
import type { SecretVerifier } from './clients/secret-verifier.ts';
import { CLIENT_ID } from './clients/upsert-oauth-client.ts';
import type { GuessLimit } from './guess-limit.ts';
import { CLIENT_REJECTED, type ClientRejection, refuseToken } from './token-error.ts';
import { verifyAssertion } from './verify-assertion.ts';

export interface ClientAuthenticationDeps {
  readonly database: Database;
  readonly guesses: GuessLimit;
  readonly secrets: SecretVerifier;
  readonly audiences: readonly string[];
  readonly nowMs: number;
  readonly log: AccessLog;
}

type Authenticated = Success<OauthClient> | ClientRejection<'invalid_client' | 'temporarily_unavailable'>;

export async function authenticateClient(
  deps: ClientAuthenticationDeps,
  credentials: ClientCredentials,
  address: string,
): Promise<Authenticated> {
  // Signatures cannot be guessed, so they are not counted. They are not blocked while an attacker guesses the secret.
  if (credentials.method === 'private_key_jwt') {
    return verifyAssertion(deps, credentials.assertion, credentials.clientId);
  }
  return checkSecret(deps, credentials, address);
}

async function checkSecret(
  { database, guesses, secrets, nowMs, log }: ClientAuthenticationDeps,
  { clientId, secret }: { clientId: string; secret: string },
  address: string,
): Promise<Authenticated> {
  if (!CLIENT_ID.test(clientId)) return CLIENT_REJECTED;
  const waitS = await guesses.waitS(clientId, address);
  if (waitS !== undefined) return tooMany(waitS);

  const client = await findOauthClient(database, clientId);
  const stored = client === undefined ? [] : hashesOf(client, nowMs);
  // an unknown client needs no hash; the delay of the refusal hides the difference (refusal-time.ts)
  const recalled = stored.map((hash) => ({ hash, isRight: secrets.recall(secret, hash) }));
  let right = recalled.some(({ isRight }) => isRight === true);
  if (!right && secrets.isBusy()) return tooMany(1, client);
  for (const { hash, isRight } of recalled) {
    if (!right && isRight === undefined) right = await secrets.verify(secret, hash);
  }
  // Checked again: of many parallel guesses, those beyond the limit do not learn whether the secret is right, even if
  // it is.
  const waitAfterS = right ? await guesses.waitS(clientId, address) : await guesses.noteWrong(clientId, address);
  if (waitAfterS !== undefined) return tooMany(waitAfterS, client);
  if (client !== undefined && right) return ok(client);

  // log only known names: a caller that mixes up the fields sends its secret as the name
  log('warn', 'client authentication failed', { clientId: client?.clientId ?? 'unknown', address });
  return client === undefined ? CLIENT_REJECTED : { ...CLIENT_REJECTED, client };
}

/** The hashes of the currently valid secrets. */
function hashesOf({ disabled, secretHash, earlier }: OauthClient, nowMs: number): string[] {
  if (disabled || secretHash === undefined) return [];
  return earlier !== undefined && nowMs < earlier.until.getTime() ? [secretHash, earlier.secretHash] : [secretHash];
}

function tooMany(retryAfterS: number, client?: OauthClient): ClientRejection<'temporarily_unavailable'> {
  const refusal = refuseToken('temporarily_unavailable', {
    message: 'Too many attempts: try again later',
    extra: { retryAfterS },
  });
  return client === undefined ? refusal : { ...refusal, client };
}
