import type { IncomingMessage } from 'node:http';
import { authorizeEcommerce } from '@cardwright/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OpenSpan, spansNow } from '../kernel/spans.ts';
import { isPolledOften } from './request-log.ts';

const opened = new WeakMap<IncomingMessage, OpenSpan>();

/** Begins the span of a request whose head was read, where requests are traced. */
export function beginRequestSpan(request: IncomingMessage): OpenSpan | undefined {
  const spans = spansNow();
  if (spans === undefined || isPolledOften(request.url)) return undefined;
  const span = spans.open(String(request.method), {
    kind: 'server',
    traceParent: request.headers.traceparent?.toString() ?? null,
    attributes: { 'http.request.method': String(request.method) },
  });
  // to know one of each request would cost more than to draw it
  if (span.traceParent !== undefined) opened.set(request, span);
  return span;
}

/** Of the span of a request, where it has one. */
export function traceParentOf(request: FastifyRequest): string | undefined {
  return opened.get(request.raw)?.traceParent;
}

/** Authorizations enter no span, as that makes every promise of the process dearer: their batches are told what they belong to. */
function isAuthorization({ routeOptions: { url } }: FastifyRequest): boolean {
  return url?.endsWith(authorizeEcommerce.path) ?? false;
}

/** What is done for a request belongs to its span, which ends with the answer. */
export function traceRequests(app: FastifyInstance): void {
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void) => {
    const span = opened.get(request.raw);
    if (span === undefined || isAuthorization(request)) done();
    else span.enter(done);
  };
  app.addHook('onRequest', enter);
  // what comes after the body was read on a connection belongs to nothing
  app.addHook('preValidation', enter);
  app.addHook('onResponse', (request, { statusCode: status }, done) => {
    const span = opened.get(request.raw);
    const { url: route } = request.routeOptions;
    span?.note({
      'http.response.status_code': status,
      ...(route !== undefined && { 'http.route': route }),
      ...(request.operationId !== undefined && { 'cardwright.operation': request.operationId }),
    });
    span?.end({
      name: `${request.method} ${route ?? ''}`.trim(),
      failed: status < 500 ? undefined : (request.errorName ?? String(status)),
    });
    done();
  });
}
