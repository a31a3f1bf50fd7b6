import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** Prefixes of keys in the Standard Webhooks format. The key follows in base64. */
const HMAC_PREFIX = 'whsec_';
const ED25519_PRIVATE_PREFIX = 'whsk_';
const ED25519_PUBLIC_PREFIX = 'whpk_';

const NEW_HMAC_BYTES = 32;
const ED25519_BYTES = 32;
/** The standard limits keys to 192 to 512 bits. These limits are in bytes. */
const SHORTEST_HMAC = 24;
const LONGEST_HMAC = 64;

/** The DER prefix of the 32 bytes of an ed25519 private key (RFC 8410). */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');

/** The algorithm is part of the key, so that a signature is checked only with keys for its algorithm. */
export type WebhookKey =
  | { readonly kind: 'hmac'; readonly secret: KeyObject }
  | { readonly kind: 'ed25519-private'; readonly privateKey: KeyObject }
  | { readonly kind: 'ed25519-public'; readonly publicKey: KeyObject };

/** Reads a key. Throws an error that never quotes the key if the key is invalid. */
export function readWebhookKey(text: string): WebhookKey {
  if (typeof text !== 'string') throw new TypeError('a webhook key must be a string: whsec_..., whsk_... or whpk_...');
  if (text.startsWith(HMAC_PREFIX)) {
    return { kind: 'hmac', secret: createSecretKey(keyBytes(text, HMAC_PREFIX, SHORTEST_HMAC, LONGEST_HMAC)) };
  }
  if (text.startsWith(ED25519_PUBLIC_PREFIX)) {
    const bytes = keyBytes(text, ED25519_PUBLIC_PREFIX, ED25519_BYTES, ED25519_BYTES);
    const der = Buffer.concat([PUBLIC_DER, bytes]);
    return { kind: 'ed25519-public', publicKey: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
  }
  if (text.startsWith(ED25519_PRIVATE_PREFIX)) {
    const bytes = keyBytes(text, ED25519_PRIVATE_PREFIX, ED25519_BYTES, ED25519_BYTES);
    const der = Buffer.concat([PRIVATE_DER, bytes]);
    return { kind: 'ed25519-private', privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
  }
  throw new TypeError('a webhook key begins with whsec_, whsk_ or whpk_');
}

function keyBytes(text: string, prefix: string, least: number, most: number): Buffer {
  const bytes = decodeBase64(text.slice(prefix.length));
  if (bytes === undefined) throw new TypeError(`a key ${prefix}... must have base64 after its prefix`);
  if (bytes.length >= least && bytes.length <= most) return bytes;
  const expected = least === most ? `${least}` : `${least} to ${most}`;
  throw new TypeError(`a key ${prefix}... must have ${expected} bytes, this one has ${bytes.length}`);
}

/** Decodes base64. Returns undefined for anything but the canonical encoding. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined;
}

/** Generates a secret for v1 (HMAC-SHA256), which sender and receiver share. */
export function generateWebhookSecret(): string {
  return HMAC_PREFIX + randomBytes(NEW_HMAC_BYTES).toString('base64');
}

/** Generates a key pair for v1a (ed25519): the private key signs; the public key verifies and is not secret. */
export function generateWebhookKeyPair(): { privateKey: string; publicKey: string } {
  const pair = generateKeyPairSync('ed25519');
  const bytesOf = (der: Buffer) => der.subarray(-ED25519_BYTES).toString('base64');
  return {
    privateKey: ED25519_PRIVATE_PREFIX + bytesOf(pair.privateKey.export({ format: 'der', type: 'pkcs8' })),
    publicKey: ED25519_PUBLIC_PREFIX + bytesOf(pair.publicKey.export({ format: 'der', type: 'spki' })),
  };
}
