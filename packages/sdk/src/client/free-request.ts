import { isJsonObject, maskNumbers, parseJson, writeJson } from '@cardwright/contract';
import type { CallOptions } from './call.ts';
import type { ClientSettings } from './client-options.ts';
import type { Sending } from './send-call.ts';
import {
  readEnvelope,
  readMessageFailure,
  readProblem,
  type UnwrappedAnswer,
  unreadable,
  type WireAnswer,
} from './unwrap-answer.ts';
import { mergeHeaders, searchOf } from './write-request.ts';

/** Options that change the client's settings for one request by path. */
export interface RequestOptions extends Omit<CallOptions, 'msgId' | 'trackingId'> {
  readonly query?: Readonly<Record<string, unknown>>;
}

/**
 * Sends a request and returns its answer without adding or removing an envelope. Only the caller's credentials are
 * added.
 */
export function freeRequest(
  method: string,
  path: string,
  body: unknown,
  options: RequestOptions,
  settings: ClientSettings,
): Sending {
  // The access token is only for this server.
  if (!path.startsWith('/')) throw new TypeError('the path begins with a slash, behind baseUrl: /V2/tokens');
  const { query = {}, idempotencyKey, ifMatch, headers: own } = options;
  const headers = mergeHeaders(
    body === undefined ? {} : { 'content-type': 'application/json' },
    idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    ifMatch === undefined ? {} : { 'if-match': ifMatch },
    settings.headers,
    own,
  );
  const text = typeof body === 'string' ? body : writeJson(body as Parameters<typeof writeJson>[0]);
  const url = `${settings.baseUrl}${path}${searchOf(query)}`;
  return {
    name: maskNumbers(`${method} ${path.split('?')[0]}`),
    options,
    // Without a key, the server cannot detect a repeated change.
    isSafe: method === 'GET' || idempotencyKey !== undefined,
    write: () => ({ url, method, headers, ...(body !== undefined && { body: text }) }),
    read: readWhole,
  };
}

/** Reads the answer of any operation. A failure becomes an error. Any other answer stays unchanged. */
function readWhole(raw: WireAnswer): UnwrappedAnswer {
  if (raw.text === '' && raw.status < 300) return { ok: true, data: undefined };
  const parsed = parseJson(raw.text);
  if (!parsed.ok) return unreadable(raw);
  const json = parsed.value;
  const whole = { ok: true, data: json } as const;
  if (!isJsonObject(json)) return raw.status < 300 ? whole : unreadable(raw);
  if (Object.keys(json).some((key) => key.endsWith('SrvResponse'))) {
    const read = readEnvelope(json, raw);
    return read.ok ? whole : read;
  }
  if (raw.status < 300) return whole;
  return typeof json.error_code === 'string' ? readProblem(json, raw) : readMessageFailure(json, raw);
}
