import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A 256-bit key that seals and opens with AES-256-GCM. The context is authenticated, so a value sealed for one row
 * cannot be moved to another.
 */
export class SealingKey {
  readonly #key: Buffer;
  /**
   * The keys of `mac`, by domain, because deriving one takes ten times as long as a hash under it. There are only a few
   * domains.
   */
  readonly #macKeys = new Map<string, KeyObject>();

  constructor(key: Buffer) {
    if (key.length !== 32) throw new Error('a sealing key has 32 bytes');
    this.#key = key;
  }

  /** Format: nonce (12), ciphertext, tag (16). */
  seal(plain: Buffer, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    cipher.setAAD(Buffer.from(context));
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws if the key, the context or any bit differs. */
  open(sealed: Buffer, context: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)), decipher.final()]);
  }

  /**
   * A keyed hash. Each domain has its own key, derived from this one, so a hash reveals nothing about sealed values.
   */
  mac(domain: string, bytes: Buffer): Buffer {
    return createHmac('sha256', this.macKey(domain)).update(bytes).digest();
  }

  /** The key of a domain of keyed hashes. */
  macKey(domain: string): KeyObject {
    let key = this.#macKeys.get(domain);
    if (key === undefined) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', this.#key, '', domain, 32)));
      this.#macKeys.set(domain, key);
    }
    return key;
  }
}

/** A key for hashes that find a value without storing it. Domains separate the hashes of different kinds of values. */
export class HashingKey {
  /**
   * A key object, because Node.js would convert bytes into one for every hash, which takes four times as long as the
   * hash.
   */
  readonly #key: KeyObject;

  constructor(key: Buffer) {
    if (key.length !== 32) throw new Error('a hashing key has 32 bytes');
    this.#key = createSecretKey(key);
  }

  hash(domain: string, text: string): Buffer {
    return createHmac('sha256', this.#key).update(`${domain}\0${text}`).digest();
  }

  /** This key, wrapped for storage in the database. */
  wrappedBy(key: SealingKey, context: string): Buffer {
    return key.seal(this.#key.export(), context);
  }
}
