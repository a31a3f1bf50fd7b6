import { type HashOptions, hashSecret, isCurrentHash, verifySecret } from './secret-hash.ts';

/** Hashes the secrets of one client, and caches the results, because a comparison costs as much as a new hash. */
export interface SecretHashing {
  /** Returns a stored hash that fits the secret, so that a restart changes nothing; otherwise a new one. */
  hashOrReuse(
    secret: string | undefined,
    stored: readonly (string | undefined)[],
    options: HashOptions,
  ): Promise<string | undefined>;
}

export function createSecretHashing(): SecretHashing {
  const compared = new Map<string, boolean>();
  const hashes = new Map<string, string>();

  const fits = async (secret: string, hash: string) => {
    const pair = JSON.stringify([secret, hash]);
    const isRight = compared.get(pair) ?? (await verifySecret(secret, hash));
    compared.set(pair, isRight);
    return isRight;
  };
  return {
    async hashOrReuse(secret, stored, options) {
      if (secret === undefined) return undefined;
      for (const hash of stored) {
        if (hash !== undefined && isCurrentHash(hash, options) && (await fits(secret, hash))) return hash;
      }
      const hash = hashes.get(secret) ?? (await hashSecret(secret, options));
      hashes.set(secret, hash);
      compared.set(JSON.stringify([secret, hash]), true);
      return hash;
    },
  };
}
