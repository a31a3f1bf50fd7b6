import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * 32 MiB and about 60 ms for each attempt. Client secrets are random texts, not passwords that people choose; a higher
 * cost would mostly help an attacker who wants to overload the token endpoint.
 */
const COST = { N: 32_768, r: 8, p: 1 };
/**
 * The cost in the sandbox. Its secrets are published, so a hash protects nothing, and each start compares all of them.
 */
const COST_IN_SANDBOX = { N: 32, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const FORMAT = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/;

export interface HashOptions {
  readonly sandbox: boolean;
}

export async function hashSecret(secret: string, options: HashOptions): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(secret, salt, HASH_BYTES, costOf(options));
  return `${prefixOf(options)}${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

export async function verifySecret(secret: string, stored: string): Promise<boolean> {
  const parts = FORMAT.exec(stored);
  if (parts === null) return false;
  const [, n, r, p, salt, hash] = parts as unknown as [string, string, string, string, string, string];
  const expected = Buffer.from(hash, 'base64url');
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  return timingSafeEqual(await derive(secret, Buffer.from(salt, 'base64url'), expected.length, cost), expected);
}

/**
 * Whether the hash was made with the current cost. A start replaces other hashes if the configuration has the secret.
 */
export function isCurrentHash(stored: string, options: HashOptions): boolean {
  return stored.startsWith(prefixOf(options));
}

function costOf({ sandbox }: HashOptions) {
  return sandbox ? COST_IN_SANDBOX : COST;
}

function prefixOf(options: HashOptions): string {
  const { N, r, p } = costOf(options);
  return `scrypt$${N}$${r}$${p}$`;
}

function derive(
  secret: string,
  salt: Buffer,
  bytes: number,
  cost: { N: number; r: number; p: number },
): Promise<Buffer> {
  // Node's default limit is 32 MiB; scrypt needs 128 * N * r
  const options = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, bytes, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
