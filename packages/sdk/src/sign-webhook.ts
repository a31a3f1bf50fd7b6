import { createHmac, sign as signBytes } from 'node:crypto';
import { readWebhookKey, type WebhookKey } from './webhook-keys.ts';

/** A webhook to sign. */
export interface SignedWebhook {
  /** `webhook-id`: the same for every attempt to deliver the message. */
  readonly id: string;
  /** `webhook-timestamp`: whole seconds since 1970, at the time of this attempt. */
  readonly timestamp: number;
  /** The exact body of the request. A string is sent as UTF-8. */
  readonly body: string | Uint8Array;
  /**
   * Secrets `whsec_...` (v1) and private keys `whsk_...` (v1a). All of them sign; there are two during a rotation. If
   * you sign many messages, read each key once with `readWebhookKey`.
   */
  readonly keys: readonly (string | WebhookKey)[];
}

/** Printable characters without the dot, which separates id, timestamp and body in the signed content. */
export const WEBHOOK_ID = /^(?:(?![,.])[\x21-\x7e]){1,128}$/;
export const WEBHOOK_TIMESTAMP = /^[1-9]\d{0,11}$/;

/** Returns the value of `webhook-signature`: one signature for each key, separated by spaces. */
export function signWebhook({ id, timestamp, body, keys }: SignedWebhook): string {
  if (!WEBHOOK_ID.test(id))
    throw new TypeError('a webhook id has 1 to 128 printable characters without space, comma and dot');
  if (!WEBHOOK_TIMESTAMP.test(String(timestamp)))
    throw new TypeError('a webhook timestamp is a whole number of seconds');
  if (keys.length === 0) throw new TypeError('signing a webhook needs a key');
  const content = signedContent(id, String(timestamp), body);
  return keys.map((key) => signatureBy(typeof key === 'string' ? readWebhookKey(key) : key, content)).join(' ');
}

function signatureBy(key: WebhookKey, content: Buffer): string {
  if (key.kind === 'hmac') return `v1,${createHmac('sha256', key.secret).update(content).digest('base64')}`;
  if (key.kind === 'ed25519-private') return `v1a,${signBytes(null, content, key.privateKey).toString('base64')}`;
  throw new TypeError('a public key whpk_... verifies, it cannot sign');
}

export function signedContent(id: string, timestamp: string, body: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`), typeof body === 'string' ? Buffer.from(body) : body]);
}
