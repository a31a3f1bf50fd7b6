import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const COOKIE = /^([\w-]{1,100})\.([\w-]{43})$/;

/** The content of a session cookie: the tenant, by which the rows are found, and a secret, whose hash is in the row. */
export interface SessionSecret {
  readonly log: string;
  readonly hash: Buffer;
}

export function newSecret(log: string): SessionSecret & { readonly cookie: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { log, hash: hashOf(secret), cookie: `${Buffer.from(log).toString('base64url')}.${secret}` };
}

export function readSecret(cookie: string): SessionSecret | undefined {
  const [, log, secret] = COOKIE.exec(cookie) ?? [];
  if (log === undefined || secret === undefined) return undefined;
  return { log: Buffer.from(log, 'base64url').toString(), hash: hashOf(secret) };
}

/** A plain hash is enough, because 256 random bits cannot be guessed. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
