import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Database, Tx } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import type { AccessLog } from './access-log.ts';
import { insertSigningKey, listSigningKeys, lockSigningKeys, type SealedKey } from './signing-key-store.ts';

export const TOKEN_ALGORITHM = 'ES256';
/**
 * Minimum time between reloads: key ids come from callers unchecked, so made-up ids must not cause a database query
 * each.
 */
const RELOAD_INTERVAL_MS = 5_000;

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** The keys that sign access tokens: one set in the database for all servers, cached in memory. */
export interface SigningKeys {
  /** The newest key, which signs. */
  current(): SigningKey;
  /** Returns the key with this id, even if another server has made it since; undefined if there is none. */
  verificationKey(kid: string): Promise<CryptoKey | undefined>;
  publicJwks(): { keys: JWK[] };
}

/** Signing keys are needed before data keys are open, so the master key itself seals them. */
export type MasterSeal = Pick<Vault, 'sealByMaster' | 'openByMaster'>;

export interface SigningKeysDeps {
  readonly database: Database;
  readonly vault: MasterSeal;
  readonly log: AccessLog;
  readonly now?: () => number;
}

/** Loads the keys. The first server on an empty database makes one. */
export async function openSigningKeys(deps: SigningKeysDeps): Promise<SigningKeys> {
  const { database, now = Date.now } = deps;
  let keys = await loadOrCreate(deps);
  let reloadedAt = Number.NEGATIVE_INFINITY;
  let reloading: Promise<void> | undefined;

  const reload = async (): Promise<void> => {
    reloadedAt = now();
    try {
      const loaded = await loadKeys(database, deps);
      if (loaded.length > 0) keys = loaded;
    } catch (error) {
      deps.log('error', 'cannot reload the signing keys; tokens signed with newer ones are refused meanwhile', {
        reason: (error as Error).message,
      });
    } finally {
      reloading = undefined;
    }
  };
  const find = (kid: string) => keys.find((key) => key.kid === kid)?.publicKey;

  return {
    current: () => keys[0] as SigningKey,
    publicJwks: () => ({ keys: keys.map((key) => key.publicJwk) }),
    verificationKey: async (kid) => {
      const loadedKey = find(kid);
      if (loadedKey !== undefined) return loadedKey;
      if (reloading === undefined && now() - reloadedAt >= RELOAD_INTERVAL_MS) reloading = reload();
      await reloading;
      return find(kid);
    },
  };
}

/** Adds a key and returns its id. Every server signs with it once it has loaded it; older keys still verify. */
export async function addSigningKey(tx: Tx, vault: MasterSeal): Promise<string> {
  const pair = await generateKeyPair(TOKEN_ALGORITHM, { extractable: true });
  const { kty, crv, x, y, d } = await exportJWK(pair.privateKey);
  const kid = await calculateJwkThumbprint({ kty, crv, x, y } as JWK);
  const sealed = await vault.sealByMaster(tx, tokenKeyContext(kid), Buffer.from(JSON.stringify({ kty, crv, x, y, d })));
  await insertSigningKey(tx, { kid, ...sealed }, publicPart({ kty, crv, x, y } as JWK, kid));
  return kid;
}

async function loadOrCreate(deps: SigningKeysDeps): Promise<SigningKey[]> {
  const loaded = await loadKeys(deps.database, deps);
  if (loaded.length > 0) return loaded;
  return deps.database.transaction(async (tx) => {
    await lockSigningKeys(tx);
    const meanwhile = await loadKeys(tx, deps);
    if (meanwhile.length > 0) return { commit: false, result: meanwhile };
    await addSigningKey(tx, deps.vault);
    return { commit: true, result: await loadKeys(tx, deps) };
  });
}

/**
 * Returns the keys that the master key opens. Others are ignored, because an attacker who can only write to the table
 * must not become an issuer of tokens. So a changed master key leads to a new signing key.
 */
async function loadKeys(tx: Tx, { vault, log }: SigningKeysDeps): Promise<SigningKey[]> {
  const opened: SigningKey[] = [];
  for (const row of await listSigningKeys(tx)) {
    const jwk = open(row, vault);
    if (jwk === undefined) {
      log('warn', 'ignored a signing key that the master key does not open', { kid: row.kid });
      continue;
    }
    const publicJwk = publicPart(jwk, row.kid);
    const [privateKey, publicKey] = await Promise.all([
      importJWK(jwk, TOKEN_ALGORITHM),
      importJWK(publicJwk, TOKEN_ALGORITHM),
    ]);
    opened.push({
      kid: row.kid,
      privateKey: privateKey as CryptoKey,
      publicKey: publicKey as CryptoKey,
      publicJwk,
    });
  }
  return opened;
}

function open(row: SealedKey, vault: MasterSeal): JWK | undefined {
  try {
    return JSON.parse(vault.openByMaster(tokenKeyContext(row.kid), row).toString()) as JWK;
  } catch {
    return undefined;
  }
}

function publicPart({ kty, crv, x, y }: JWK, kid: string): JWK {
  return { kty, crv, x, y, kid, alg: TOKEN_ALGORITHM, use: 'sig' } as JWK;
}

/** The context that a sealed signing key is bound to. */
export function tokenKeyContext(kid: string): string {
  return `signing-key:${kid}`;
}
