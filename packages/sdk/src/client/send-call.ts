import { ERRORS } from '@cardwright/contract';
import type { Call, CallOptions } from './call.ts';
import { CardwrightError, type ErrorFacts } from './cardwright-error.ts';
import type { ClientSettings } from './client-options.ts';
import { fetchWithin } from './fetch-within.ts';
import { makeId } from './made-ids.ts';
import type { AnswerFacts, Whole } from './pending.ts';
import { repeat } from './repeat.ts';
import { type UnwrappedAnswer, unwrapAnswer, type WireAnswer } from './unwrap-answer.ts';
import { isSafeToRepeat, type WrittenRequest, writeRequest } from './write-request.ts';

/** The caller: an access token, or the session of a browser. */
export interface CallerParty {
  readonly credentials?: NonNullable<RequestInit['credentials']>;
  /** Returns the caller's credentials, and the bank that they belong to. */
  identify(signal: AbortSignal | undefined): Promise<Identity>;
  /**
   * Called if the server rejects the credentials, so that the next attempt gets new ones. Absent if there are no new
   * ones to get.
   */
  renew?(refused: Identity): void;
}

export interface Identity {
  readonly headers: Readonly<Record<string, string>>;
  readonly bankId?: string | undefined;
}

const NOT_AUTHENTICATED = ERRORS.not_authenticated.code;

/** A request of any kind, and the function that reads its answer. */
export interface Sending {
  /** Name of the operation in errors and in the log. */
  readonly name: string;
  readonly options: Pick<CallOptions, 'signal' | 'timeoutMs' | 'maxRetries'>;
  /** Whether the request may be sent again if its outcome is unknown. */
  readonly isSafe: boolean;
  write(bankId: string | undefined): WrittenRequest;
  read(raw: WireAnswer): UnwrappedAnswer;
}

export function sendCall(call: Call, caller: CallerParty, settings: ClientSettings): Promise<Whole<never>> {
  const { operation, options } = call;
  const write = (bankId: string | undefined) => writeRequest(call, settings, bankId);
  const read = (raw: WireAnswer) => unwrapAnswer(operation, raw);
  return send({ name: operation.id, options, isSafe: isSafeToRepeat(operation), write, read }, caller, settings);
}

/** Sends a request until an answer arrives or the request fails permanently. */
export async function send(sending: Sending, caller: CallerParty, settings: ClientSettings): Promise<Whole<never>> {
  const { name: operation, options, isSafe } = sending;
  const { signal, maxRetries = settings.maxRetries } = options;
  signal?.throwIfAborted();
  const first = await caller.identify(signal);
  const writtenRequest = sending.write(settings.bankId ?? first.bankId);
  const requestId = `SDK-${makeId(16)}`;
  const { log } = settings;
  let isRenewed = false;
  let attempts = 0;
  const attempt = async (): Promise<Whole<never>> => {
    attempts += 1;
    const identity = await caller.identify(signal);
    const headers = {
      accept: 'application/json',
      'x-request-id': requestId,
      ...writtenRequest.headers,
      ...identity.headers,
    };
    const { timeoutMs = settings.timeoutMs } = options;
    const { credentials } = caller;
    log.debug('a request is sent', { operation, requestId, attempts });
    const raw = await fetchWithin({
      fetch: settings.fetch,
      url: writtenRequest.url,
      request: { ...writtenRequest, headers, ...(credentials && { credentials }) },
      timeoutMs,
      signal,
      ofFailure: { operation, requestId },
    });
    const answer = answerFacts(operation, raw, requestId, attempts);
    settings.onAnswer?.(answer);
    const read = sending.read(raw);
    if (read.ok) {
      if (answer.contractWarnings > 0) log.warn('a request deviates from its tables, and was accepted', answer);
      else log.info('a request was answered', answer);
      return { data: read.data as never, answer };
    }
    if (read.code === NOT_AUTHENTICATED && !isRenewed && caller.renew !== undefined) {
      // The server refuses credentials before any work. A token may have been revoked, or its key replaced.
      isRenewed = true;
      caller.renew(identity);
      return attempt();
    }
    throw new CardwrightError({ ...failureFacts(answer, raw), ...read, operation });
  };
  return repeat({ maxRetries, retryDelayMs: settings.retryDelayMs, signal, log }, isSafe, attempt);
}

function answerFacts(
  operation: string,
  { status, headers }: WireAnswer,
  sentBody: string,
  attempts: number,
): AnswerFacts {
  return {
    operation,
    status,
    requestId: headers.get('x-request-id') ?? sentBody,
    interfaceVersion: headers.get('interface-version') ?? undefined,
    contractWarnings: Number(headers.get('contract-warnings') ?? 0),
    isReplayed: headers.get('idempotent-replayed') === 'true',
    etag: headers.get('etag') ?? undefined,
    attempts,
  };
}

function failureFacts(answer: AnswerFacts, { status, headers }: WireAnswer): Partial<ErrorFacts> {
  const { requestId, contractWarnings } = answer;
  return { status, requestId, contractWarnings, retryAfterMs: retryAfterMsOf(headers.get('retry-after')) };
}

/** Parses the value of Retry-After: seconds, or a date and time. Returns milliseconds. */
export function retryAfterMsOf(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
