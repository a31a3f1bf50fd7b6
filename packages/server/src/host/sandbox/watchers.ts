import { ERRORS } from '@cardwright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/access/index.ts';
import { renderFinding } from '../../platform/http/surfaces/render-finding.ts';
import type { EventStream } from './event-stream.ts';
import { RemoteWatchers } from './remote-watchers.ts';
import { type RequestSubject, requestSubjectOf } from './request-subject.ts';
import type { StreamChannel } from './stream-channel.ts';

interface Watcher {
  readonly stream: EventStream;
  dropped: number;
}

const MAX_WATCHERS = 50;
const MAX_REPORTED = 100;

/** Returns the owner of a caller's requests and notifications: its bank, its acquirer, or the client itself. */
export function partyOfCaller({ bankId, acquirerId, clientId }: Caller): string {
  if (bankId !== undefined) return `bank:${bankId}`;
  return acquirerId === undefined ? `client:${clientId}` : `acquirer:${acquirerId}`;
}

/**
 * Streams the requests of a party to its watchers, with their findings. The account, the merchant and the action code
 * are the only values of a request that it shows.
 */
export class Watchers {
  readonly #watchers = new Map<string, Set<Watcher>>();
  readonly #elsewhere: RemoteWatchers;
  #count = 0;
  #isStopping = false;

  constructor(channel: StreamChannel) {
    this.#elsewhere = new RemoteWatchers(channel);
    channel.onMessage('request', ({ party, facts, dropped }) => {
      this.#send(party, facts, dropped);
      return true;
    });
  }

  /** Returns undefined if there are too many watchers or if the server stops: an open stream would delay the stop. */
  open(owner: string, streamOf: (onEnd: () => void) => EventStream): EventStream | undefined {
    if (this.#isStopping || this.#count >= MAX_WATCHERS) return undefined;
    const own = this.#watchers.get(owner) ?? new Set();
    this.#watchers.set(owner, own);
    const stream = streamOf(() => {
      own.delete(watcher);
      this.#count -= 1;
      if (own.size > 0) return;
      this.#watchers.delete(owner);
      void this.announce();
    });
    const watcher: Watcher = { stream, dropped: 0 };
    own.add(watcher);
    this.#count += 1;
    return stream;
  }

  /** Resolves when the other workers forward their requests too. */
  announce(): Promise<void> {
    return this.#elsewhere.announce(() => [...this.#watchers.keys()]);
  }

  /** Before the answer is sent, stores its subject on the request if there is a watcher. */
  note(request: FastifyRequest, answer: unknown): void {
    if (this.#count === 0 && this.#elsewhere.isEmpty) return;
    request.subject = requestSubjectOf(textOf(request.body), answer);
  }

  /** Reports an answered request to the watchers of this worker and of the other workers. */
  record(request: FastifyRequest, reply: FastifyReply, now: Date): void {
    if (this.#count === 0 && this.#elsewhere.isEmpty) return;
    const { caller, operationId } = request;
    if (caller === undefined || operationId === undefined) return;
    const party = partyOfCaller(caller);
    const places = this.#elsewhere.placesFor(party);
    if (places.length === 0 && !this.#watchers.has(party)) return;
    const facts = factsOf(request, reply, caller, now);
    this.#send(party, facts, 0);
    for (const at of places) this.#elsewhere.forward(at, party, facts);
  }

  /** @param missed the number of earlier requests that were lost between the workers */
  #send(party: string, facts: object, missed: number): void {
    for (const watcher of this.#watchers.get(party) ?? []) {
      const dropped = watcher.dropped + missed;
      const isSent = watcher.stream.send('request', { ...facts, dropped });
      watcher.dropped = isSent ? 0 : dropped + 1;
    }
  }

  endAll(): void {
    this.#isStopping = true;
    for (const own of [...this.#watchers.values()]) for (const { stream } of [...own]) stream.end();
  }
}

function factsOf(request: FastifyRequest, reply: FastifyReply, { clientId }: Caller, now: Date): object {
  const { errorName, findings = [], warned = [], subject = {} } = request;
  return {
    at: now.toISOString(),
    client_id: clientId,
    operation: request.operationId,
    method: request.method,
    route: request.routeOptions.url,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    request_id: request.id,
    ...subject,
    ...(errorName !== undefined && { error: { code: ERRORS[errorName].code, name: errorName } }),
    findings: findings
      .slice(0, MAX_REPORTED)
      .map(renderFinding)
      .map(({ path, code, message }) => ({ path, code, message })),
    warnings: warned.slice(0, MAX_REPORTED).map(({ path, rule }) => ({ path, rule })),
  };
}

function textOf(body: unknown): unknown {
  return Buffer.isBuffer(body) ? body.toString() : body;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The subject of the request, set while there is a watcher. */
    subject?: RequestSubject;
  }
}
