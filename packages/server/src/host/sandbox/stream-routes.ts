import { compile, isJsonObject, parseJson, record, type Scope, text } from '@cardwright/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { certificateOf } from '../../platform/access/index.ts';
import { problem } from '../../platform/http/surfaces/rest-surface.ts';
import { requireScope, type SurfaceDeps } from '../../platform/http/surfaces/surface.ts';
import { readTextBody } from '../../platform/kernel/well-formed-text.ts';
import { openEventStream } from './event-stream.ts';
import { Listeners } from './listeners.ts';
import { openStreamChannel, type StreamPeers } from './stream-channel.ts';
import { partyOfCaller, Watchers } from './watchers.ts';

export interface StreamDeps {
  readonly authenticate: SurfaceDeps['authenticate'];
  readonly clock: { now(): Date };
  /** Returns the URL at which the outbox reaches this server. */
  readonly url: () => string;
  /** The other workers of this server. The streams include their requests and deliveries. */
  readonly peerProcesses: StreamPeers | undefined;
}

/** The limit of a body in bytes. Notifications are much shorter. */
const BODY_LIMIT = 64 * 1024;
/** The longest wait for an answer, in milliseconds. It is shorter than the timeout of the outbox. */
const ANSWER_WITHIN_MS = 8_000;
/** The headers that a delivery forwards. None of them is a credential of the sender. */
const FORWARDED = /^(content-type|user-agent|webhook-[\w-]+)$/;

const checkAnswer = compile(
  record({ status: Type.Integer({ minimum: 100, maximum: 599 }), body: text(BODY_LIMIT, { minLength: 0 }) }),
);

/**
 * Registers two streams for integrators who build against the sandbox: a caller's own notifications, which it answers,
 * and its own requests with their findings (docs/interface/sandbox.md#streams). The worker that accepts the connection
 * holds the stream in memory. The other workers forward events to it.
 */
export function registerStreamRoutes(
  app: FastifyInstance,
  { authenticate, clock, url, peerProcesses }: StreamDeps,
): void {
  const channel = openStreamChannel(peerProcesses);
  const listeners = new Listeners(channel);
  const watchers = new Watchers(channel);
  const callerOf = async (request: FastifyRequest, scope: Scope) => {
    const { authorization, dpop } = request.headers;
    const { method, url: address } = request;
    const certificate = certificateOf(request);
    const presented = { authorization, proof: dpop?.toString(), method, url: address, certificate };
    const authenticated = await authenticate(presented);
    return authenticated.ok ? requireScope(authenticated.value, scope) : authenticated;
  };
  app.addHook('onSend', (request, _reply, payload, done) => {
    watchers.note(request, payload);
    done();
  });
  app.addHook('onResponse', async (request, reply) => watchers.record(request, reply, clock.now()));
  app.addHook('preClose', (done) => {
    listeners.endAll();
    watchers.endAll();
    done();
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, readTextBody);
    scope.get('/sandbox/requests', async (request, reply) => {
      const allowed = await callerOf(request, 'contract-warnings:read');
      if (!allowed.ok) return reply.send(problem(reply, request, allowed));
      const stream = watchers.open(partyOfCaller(allowed.value), (onEnd) => openEventStream(reply, onEnd));
      if (stream === undefined) return tooMany(reply);
      await watchers.announce();
      stream.send('open', {});
    });
    scope.get('/sandbox/notifications', async (request, reply) => {
      const allowed = await callerOf(request, 'webhooks:write');
      if (!allowed.ok) return reply.send(problem(reply, request, allowed));
      const opened = listeners.open(partyOfCaller(allowed.value), (onEnd) => openEventStream(reply, onEnd));
      if (opened === undefined) return tooMany(reply);
      opened.stream.send('open', { listener_id: opened.id, url: `${url()}/sandbox/notifications/${opened.id}` });
    });
    scope.post<{ Params: { id: string } }>('/sandbox/notifications/:id', async (request, reply) => {
      const headers = Object.entries(request.headers).filter(([name]) => FORWARDED.test(name));
      const delivery = { headers: Object.fromEntries(headers) as Record<string, string>, body: textOf(request) };
      const answer = await listeners.deliver(request.params.id, delivery, ANSWER_WITHIN_MS);
      if (answer === undefined)
        return reply.code(503).send({ error: 'no listener is connected, or none responded in time' });
      return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
    });
    scope.post<{ Params: { id: string; delivery: string } }>(
      '/sandbox/notifications/:id/answers/:delivery',
      async (request, reply) => {
        const allowed = await callerOf(request, 'webhooks:write');
        if (!allowed.ok) return reply.send(problem(reply, request, allowed));
        const answer = answerIn(textOf(request));
        if (answer === undefined) return reply.code(400).send({ error: 'send {"status": 200, "body": "..."}' });
        const { id, delivery } = request.params;
        const isAwaited = await listeners.answer(id, partyOfCaller(allowed.value), delivery, answer);
        return reply.code(isAwaited ? 200 : 404).send({ delivered: isAwaited });
      },
    );
  });
}

function textOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : '';
}

function answerIn(body: string): { status: number; body: string } | undefined {
  const parsed = parseJson(body);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { value, findings } = checkAnswer(parsed.value, '');
  return findings.length === 0 ? value : undefined;
}

function tooMany(reply: FastifyReply): FastifyReply {
  return reply.code(503).send({ error: 'too many listen already, or the server stops' });
}
