import { type Operation, type RestOperation, requestRoot, writeJson } from '@cardwright/contract';
import type { Call, CallOptions } from './call.ts';
import type { ClientSettings } from './client-options.ts';
import { headerTime, makeId } from './made-ids.ts';

/** A request in its final form. Attempts differ only in their access token. */
export interface WrittenRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

type Jsonable = Parameters<typeof writeJson>[0];

const MSG_ID_LENGTH = 12;
const REQUEST_ID_LENGTH = 20;
const IDEMPOTENCY_KEY_LENGTH = 32;
/** The server identifies repeats of this operation by the requestId in its body. */
const ONBOARDING = 'merchants.onboard-merchants';

/**
 * Returns whether an operation may be repeated: it changes nothing, or the server detects repeats. An operation whose
 * answer can be read only once may not be repeated.
 */
export function isSafeToRepeat(operation: Operation): boolean {
  if (operation.surface !== 'rest') return true;
  const { id, method, scope, takesIdempotencyKey, readsOnce } = operation;
  if (readsOnce) return false;
  return method === 'GET' || takesIdempotencyKey === true || scope.endsWith(':read') || id === ONBOARDING;
}

/**
 * Rejects an `idempotencyKey` that the server ignores. Otherwise a caller could rely on it, and each repeat would take
 * effect.
 */
function refuseUnknownKey(operation: Operation, { idempotencyKey, msgId }: CallOptions): void {
  if (idempotencyKey === undefined || msgId !== undefined) return;
  const isKnownByMsgId = operation.surface === 'envelope' ? operation.changes : operation.id === ONBOARDING;
  if (isKnownByMsgId) throw new TypeError(`${operation.id} takes no idempotencyKey: its repeats are known by msgId`);
}

/**
 * Writes a request. The same msgId produces the same request, so that the server detects a repeat from another process.
 */
export function writeRequest(call: Call, settings: ClientSettings, bankId: string | undefined): WrittenRequest {
  const { operation, options } = call;
  refuseUnknownKey(operation, options);
  const url = urlOf(call, settings);
  if (operation.surface === 'rest') return writeRest(call, operation, url, settings, bankId);
  const body = operation.surface === 'envelope' ? envelopeOf(call, settings, bankId) : call.body;
  const headers = mergeHeaders({ 'content-type': 'application/json' }, settings.headers, options.headers);
  return { url, method: 'POST', headers, body: writeJson(body as Jsonable) };
}

function urlOf({ operation, ids, query }: Call, { baseUrl, interfaceVersion }: ClientSettings): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
  return `${baseUrl}/${interfaceVersion}${path}${searchOf(query)}`;
}

export function searchOf(query: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
  ).toString();
  return search === '' ? '' : `?${search}`;
}

function envelopeOf(call: Call, settings: ClientSettings, bankId: string | undefined): object {
  const { operation, options, body } = call;
  if (operation.surface !== 'envelope') throw new TypeError(`${operation.id} has no envelope`);
  const msgId = options.msgId ?? makeId(MSG_ID_LENGTH);
  const header = {
    msg_id: msgId,
    msg_type: operation.defaultMsgType,
    msg_function: operation.requestFunction,
    src_application: settings.sourceApplication,
    target_application: settings.targetApplication,
    timestamp: headerTime(new Date()),
    tracking_id: options.trackingId ?? msgId,
    bank_id: needed(bankId, operation),
  };
  return { [requestRoot(settings.operatorPrefix)]: { [operation.requestKey]: { header, body: body ?? {} } } };
}

function writeRest(
  { body, options }: Call,
  operation: RestOperation,
  url: string,
  settings: ClientSettings,
  bankId: string | undefined,
): WrittenRequest {
  const headers = { ...headersOf(operation, settings, bankId, options.msgId) };
  if (operation.takesIdempotencyKey)
    headers['idempotency-key'] = options.idempotencyKey ?? options.msgId ?? makeId(IDEMPOTENCY_KEY_LENGTH);
  if (options.ifMatch !== undefined) headers['if-match'] = options.ifMatch;
  const own = mergeHeaders(headers, settings.headers, options.headers);
  const { method } = operation;
  if (operation.request === null) return { url, method, headers: own };
  const text =
    operation.requestType === 'text/csv' ? String(body) : writeJson(bodyOf(operation, body, options.msgId) as Jsonable);
  return {
    url,
    method,
    headers: mergeHeaders({ 'content-type': operation.requestType ?? 'application/json' }, own),
    body: text,
  };
}

/** Returns the headers in the table of the operation: the bank, a reference of the request, and the channel. */
function headersOf(
  operation: RestOperation,
  { sourceApplication }: ClientSettings,
  bankId: string | undefined,
  msgId = makeId(MSG_ID_LENGTH),
): Record<string, string> {
  const names = Object.keys(operation.headers?.properties ?? {});
  const headerOf = (name: string) => {
    if (name === operation.bankHeader) return needed(bankId, operation);
    return name === 'Channel-Id' ? sourceApplication : msgId;
  };
  return Object.fromEntries(names.map((name) => [name, headerOf(name)]));
}

function bodyOf({ id }: RestOperation, body: unknown, msgId = makeId(REQUEST_ID_LENGTH)): unknown {
  return id === ONBOARDING ? { requestId: msgId, ...(body as object) } : (body ?? {});
}

function needed(bankId: string | undefined, { id }: Operation): string {
  if (bankId !== undefined) return bankId;
  throw new TypeError(`${id} needs a bank: set bankId of the client, because its access token names none`);
}

/**
 * Merges headers. Names are not case-sensitive: a later header replaces an earlier one with the same name in any case.
 */
export function mergeHeaders(...all: (Readonly<Record<string, string>> | undefined)[]): Record<string, string> {
  const headerEntries = all.flatMap((headers) => Object.entries(headers ?? {}));
  return Object.fromEntries(headerEntries.map(([name, value]) => [name.toLowerCase(), value]));
}
