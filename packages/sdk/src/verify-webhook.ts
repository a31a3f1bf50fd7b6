import { createHmac, timingSafeEqual, verify as verifyBytes } from 'node:crypto';
import { signedContent, WEBHOOK_ID, WEBHOOK_TIMESTAMP } from './sign-webhook.ts';
import { decodeBase64, readWebhookKey, type WebhookKey } from './webhook-keys.ts';

/** Verifies signatures of Standard Webhooks (standardwebhooks.com): v1 is HMAC-SHA256, v1a is ed25519. */

/** Headers as in Node's http, Express and Fastify, or as in the Fetch API. */
export type WebhookHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { get(name: string): string | null };
const DEFAULT_TOLERANCE_SECONDS = 300;
/** A rotation never needs more signatures. The limit bounds the work that an unknown sender can cause. */
const MAX_SIGNATURES = 16;
const LONGEST_SIGNATURES = 4_096;
const HMAC_BYTES = 32;
const ED25519_SIGNATURE_BYTES = 64;

/** A received webhook, and the keys that are trusted. */
export interface WebhookToVerify {
  readonly headers: WebhookHeaders;
  /** The bytes of the body as received. A body that was parsed and serialized again may differ. */
  readonly body: string | Uint8Array;
  /**
   * Trusted secrets `whsec_...` (v1) and public keys `whpk_...` (v1a). It is sufficient if one of them verifies the
   * message.
   */
  readonly keys: readonly string[];
  /**
   * Maximum difference in seconds between the timestamp and now, in both directions. The limit prevents others from
   * replaying old messages.
   */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

/** The result of a verification: the key that verified the message, or the reason for its refusal. */
export type WebhookVerdict =
  | {
      readonly ok: true;
      readonly id: string;
      readonly timestamp: Date;
      /** Index of the key that verified the message. */
      readonly key: number;
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Checks that the body was signed recently with one of the keys. Throws if the caller is at fault: no key, an invalid
 * key, or a body that is neither a string nor bytes. For any fault of the message, returns the reason.
 */
export function verifyWebhook(webhook: WebhookToVerify): WebhookVerdict {
  const { headers, body, toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = new Date() } = webhook;
  const keys = trustedKeys(webhook.keys);
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('a webhook is verified by its raw body: a string or bytes, not a parsed object');
  }
  if (!(toleranceSeconds > 0)) throw new TypeError('toleranceSeconds must be above zero');
  const id = onlyHeader(headers, 'webhook-id');
  const timestamp = onlyHeader(headers, 'webhook-timestamp');
  const signatures = onlyHeader(headers, 'webhook-signature');
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    return refuse('webhook-id, webhook-timestamp and webhook-signature must each appear once');
  }
  if (!WEBHOOK_ID.test(id)) return refuse('webhook-id is malformed');
  if (!WEBHOOK_TIMESTAMP.test(timestamp)) return refuse('webhook-timestamp is not a whole number of seconds');
  const seconds = Number(timestamp);
  if (!(Math.abs(now.getTime() / 1_000 - seconds) <= toleranceSeconds)) {
    return refuse(`webhook-timestamp is more than ${toleranceSeconds} s from now`);
  }
  const candidates = readSignatures(signatures);
  if (candidates === undefined) return refuse('webhook-signature is malformed');
  const content = signedContent(id, timestamp, body);
  const key = keys.findIndex((candidate) => fits(candidate, content, candidates));
  if (key < 0) return refuse('no signature matches a known key');
  return { ok: true, id, timestamp: new Date(seconds * 1_000), key };
}

function refuse(reason: string): WebhookVerdict {
  return { ok: false, reason };
}

type VerifyingKey = Exclude<WebhookKey, { kind: 'ed25519-private' }>;

function trustedKeys(keys: readonly string[]): VerifyingKey[] {
  if (!Array.isArray(keys) || keys.length === 0) throw new TypeError('verifying a webhook needs a key');
  return keys.map((text: string) => {
    const key = readWebhookKey(text);
    if (key.kind !== 'ed25519-private') return key;
    throw new TypeError('a private key whsk_... belongs to the sender: verify with its public key whpk_...');
  });
}

interface Signatures {
  readonly hmac: readonly Buffer[];
  readonly ed25519: readonly Buffer[];
}

/**
 * Groups the signatures by algorithm, so that each is checked only with keys for its algorithm. Ignores unknown
 * versions, as the standard requires. Undefined if the header is not a list of signatures.
 */
function readSignatures(header: string): Signatures | undefined {
  if (header.length > LONGEST_SIGNATURES) return undefined;
  const parts = header.split(' ');
  if (parts.length > MAX_SIGNATURES) return undefined;
  const hmac: Buffer[] = [];
  const ed25519: Buffer[] = [];
  for (const part of parts) {
    const [, version, text = ''] = /^(v\d+[a-z]*),([\w+/=-]+)$/.exec(part) ?? [];
    if (version === undefined) return undefined;
    const bytes = decodeBase64(text);
    if (version === 'v1' && bytes?.length === HMAC_BYTES) hmac.push(bytes);
    if (version === 'v1a' && bytes?.length === ED25519_SIGNATURE_BYTES) ed25519.push(bytes);
  }
  return { hmac, ed25519 };
}

function fits(key: VerifyingKey, content: Buffer, { hmac, ed25519 }: Signatures): boolean {
  if (key.kind === 'ed25519-public') return ed25519.some((one) => verifyBytes(null, content, key.publicKey, one));
  if (hmac.length === 0) return false;
  const expected = createHmac('sha256', key.secret).update(content).digest();
  return hmac.some((one) => timingSafeEqual(one, expected));
}

/** Returns the value of a header that occurs exactly once, with its name in any case. */
function onlyHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (isFetchHeaders(headers)) return headers.get(name) ?? undefined;
  const values = Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
  const [value] = values.flat().filter((one) => one !== undefined);
  return values.flat().length === 1 && typeof value === 'string' && value !== '' ? value : undefined;
}

function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof (headers as { get?: unknown }).get === 'function';
}
