import { ERRORS } from '@cardwright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/index.ts';
import { renderFinding } from '../http/render-finding.ts';
import type { EventStream } from './event-stream.ts';

interface Watcher {
  readonly stream: EventStream;
  dropped: number;
}

const MOST_WATCHERS = 50;
const MOST_TOLD = 100;

/** Whose requests, and whose notifications: a bank's, an acquirer's, or a network's own. */
export function partyOfCaller({ bankId, acquirerId, clientId }: Caller): string {
  if (bankId !== undefined) return `bank:${bankId}`;
  return acquirerId === undefined ? `client:${clientId}` : `acquirer:${acquirerId}`;
}

/** Callers who watch the requests of their own bank as they come: what was found in them, and no value of them. */
export class Watchers {
  readonly #watchers = new Map<string, Set<Watcher>>();
  #count = 0;
  #isStopping = false;

  /** Undefined where too many watch, and while the server stops: it would wait for a stream that nobody ends. */
  open(owner: string, streamOf: (onEnd: () => void) => EventStream): EventStream | undefined {
    if (this.#isStopping || this.#count >= MOST_WATCHERS) return undefined;
    const own = this.#watchers.get(owner) ?? new Set();
    this.#watchers.set(owner, own);
    const stream = streamOf(() => {
      own.delete(watcher);
      this.#count -= 1;
      if (own.size === 0) this.#watchers.delete(owner);
    });
    const watcher: Watcher = { stream, dropped: 0 };
    own.add(watcher);
    this.#count += 1;
    return stream;
  }

  /** Tells who watches of a request that was answered. */
  tell(request: FastifyRequest, reply: FastifyReply, now: Date): void {
    const { caller, operationId } = request;
    if (this.#count === 0 || caller === undefined || operationId === undefined) return;
    const own = this.#watchers.get(partyOfCaller(caller));
    if (own === undefined) return;
    const told = factsOf(request, reply, caller, now);
    for (const watcher of own) {
      const isSent = watcher.stream.send('request', { ...told, dropped: watcher.dropped });
      watcher.dropped = isSent ? 0 : watcher.dropped + 1;
    }
  }

  endAll(): void {
    this.#isStopping = true;
    for (const own of [...this.#watchers.values()]) for (const { stream } of [...own]) stream.end();
  }
}

function factsOf(request: FastifyRequest, reply: FastifyReply, { clientId }: Caller, now: Date): object {
  const { errorName, found = [], warned = [] } = request;
  return {
    at: now.toISOString(),
    client_id: clientId,
    operation: request.operationId,
    method: request.method,
    route: request.routeOptions.url,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    request_id: request.id,
    ...(errorName !== undefined && { error: { code: ERRORS[errorName].code, name: errorName } }),
    findings: found
      .slice(0, MOST_TOLD)
      .map(renderFinding)
      .map(({ path, code, message }) => ({ path, code, message })),
    warnings: warned.slice(0, MOST_TOLD).map(({ path, rule }) => ({ path, rule })),
  };
}
