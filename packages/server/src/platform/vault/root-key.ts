import { createHash, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
/** Random bytes of a sandbox's key, from which the other bytes are derived. */
const SANDBOX_RANDOM_BYTES = 24;
/** A random key has about 30 different bytes, and as many differences between adjacent bytes. */
const FEWEST_DIFFERENT = 12;

export interface LabelledKey {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface KeyJudgement {
  /** Whether a sandbox made one of the keys. */
  readonly isOfSandbox: boolean;
  /** Why a key file is not allowed in production. */
  readonly problem: string | undefined;
}

export function newKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/**
 * Generates a sandbox's key, which can be recognized by itself: 24 random bytes, and 8 that are derived from them. So a
 * copy is recognized in any file, also without the other key; 192 random bits are as good as 256. A random key looks
 * like one with a probability of 2^-64.
 */
export function newSandboxKey(): Buffer {
  const random = randomBytes(SANDBOX_RANDOM_BYTES);
  return Buffer.concat([random, sandboxMark(random)]);
}

function sandboxMark(random: Buffer): Buffer {
  const hash = createHash('sha256').update('cardwright sandbox key').update(random).digest();
  return hash.subarray(0, KEY_BYTES - SANDBOX_RANDOM_BYTES);
}

export function judgeKeys(keys: readonly LabelledKey[]): KeyJudgement {
  const isOfSandbox = keys.some(({ bytes }) => {
    const random = bytes.subarray(0, SANDBOX_RANDOM_BYTES);
    return bytes.subarray(SANDBOX_RANDOM_BYTES).equals(sandboxMark(random));
  });
  return { isOfSandbox, problem: problemOf(keys) };
}

function problemOf(keys: readonly LabelledKey[]): string | undefined {
  for (const [at, { name, bytes }] of keys.entries()) {
    const same = keys.slice(at + 1).find((other) => other.bytes.equals(bytes));
    if (same !== undefined) return `${name} and ${same.name} are the same key`;
    if (!isRandom(bytes)) return `${name} is no random key`;
  }
  return undefined;
}

/**
 * Whether the bytes are random. Finds keys that were typed by hand, such as zeros, a repeated text or ascending
 * numbers.
 */
function isRandom(bytes: Buffer): boolean {
  const differences = bytes.subarray(1).map((byte, at) => byte - (bytes[at] ?? 0));
  return new Set(bytes).size >= FEWEST_DIFFERENT && new Set(differences).size >= FEWEST_DIFFERENT;
}
