import { type JsonValue, writeCanonicalJson } from '@cardwright/contract';

/** Node and browsers both have the Web Crypto API, so both run the same code. */
const { subtle } = globalThis.crypto;
const encoder = new TextEncoder();

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of hexadecimal digits in lower case; undefined for any other text or length. */
export function fromHex(text: unknown, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text !== 'string' || text.length !== 2 * length || !/^[0-9a-f]*$/.test(text)) return undefined;
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

export async function sha256(...parts: readonly (string | Uint8Array)[]): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const joined = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of bytes) {
    joined.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await subtle.digest('SHA-256', joined));
}

export async function digestOf(value: JsonValue): Promise<string> {
  return toHex(await sha256(writeCanonicalJson(value)));
}

/** Whether an Ed25519 signature of an object in canonical form was made with a key. */
export async function hasValidSignature(content: JsonValue, signature: unknown, key: unknown): Promise<boolean> {
  const [signed, raw] = [fromHex(signature, 64), fromHex(key, 32)];
  if (signed === undefined || raw === undefined) return false;
  const imported = await subtle.importKey('raw', raw, 'Ed25519', false, ['verify']).catch(() => undefined);
  if (imported === undefined) return false;
  return await subtle.verify('Ed25519', imported, signed, encoder.encode(writeCanonicalJson(content)));
}
