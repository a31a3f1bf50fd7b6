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

const MOST_WATCHERS = 50;
const MOST_REPORTED = 100;

/** Whose requests, and whose notifications: a bank's, an acquirer's, or a network's own. */
export function partyOfCaller({ bankId, acquirerId, clientId }: Caller): string {
  if (bankId !== undefined) return `bank:${bankId}`;
  return acquirerId === undefined ? `client:${clientId}` : `acquirer:${acquirerId}`;
}

/** Callers who watch the requests of their own bank as they come: what was found in them, and no value of them. */
export class Watchers {
  readonly #watchers = new Map<string, Set<Watcher>>();
  readonly #elsewhere: RemoteWatchers;
  #count = 0;
  #isStopping = false;

  constructor(channel: StreamChannel) {
    this.#elsewhere = new RemoteWatchers(channel);
    channel.onMessage('request', ({ party, facts, dropped }) => {
      this.#show(party, facts, dropped);
      return true;
    });
  }

  /** Undefined where too many watch, and while the server stops: it would wait for a stream that nobody ends. */
  open(owner: string, streamOf: (onEnd: () => void) => EventStream): EventStream | undefined {
    if (this.#isStopping || this.#count >= MOST_WATCHERS) return undefined;
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

  /** Resolves when the other workers tell of their requests too. */
  announce(): Promise<void> {
    return this.#elsewhere.announce(() => [...this.#watchers.keys()]);
  }

  /** Notes what an answer is about while somebody watches, before it is sent. */
  note(request: FastifyRequest, answer: unknown): void {
    if (this.#count === 0 && this.#elsewhere.isEmpty) return;
    request.subject = requestSubjectOf(textOf(request.body), answer);
  }

  /** Tells who watches, here or at another worker, of a request that was answered. */
  tell(request: FastifyRequest, reply: FastifyReply, now: Date): void {
    if (this.#count === 0 && this.#elsewhere.isEmpty) return;
    const { caller, operationId } = request;
    if (caller === undefined || operationId === undefined) return;
    const party = partyOfCaller(caller);
    const places = this.#elsewhere.placesFor(party);
    if (places.length === 0 && !this.#watchers.has(party)) return;
    const facts = factsOf(request, reply, caller, now);
    this.#show(party, facts, 0);
    for (const at of places) this.#elsewhere.forward(at, party, facts);
  }

  /** @param lost how many before it were lost on the way from another worker */
  #show(party: string, facts: object, lost: number): void {
    for (const watcher of this.#watchers.get(party) ?? []) {
      const dropped = watcher.dropped + lost;
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
  const { errorName, found = [], warned = [], subject = {} } = request;
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
    findings: found
      .slice(0, MOST_REPORTED)
      .map(renderFinding)
      .map(({ path, code, message }) => ({ path, code, message })),
    warnings: warned.slice(0, MOST_REPORTED).map(({ path, rule }) => ({ path, rule })),
  };
}

function textOf(body: unknown): unknown {
  return Buffer.isBuffer(body) ? body.toString() : body;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What it is about, where somebody watches. */
    subject?: RequestSubject;
  }
}
