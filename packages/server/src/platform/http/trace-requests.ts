import type { IncomingMessage } from 'node:http';
import { authorizeEcommerce } from '@cardwright/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OpenSpan, spansNow } from '../kernel/spans.ts';
import { isPolledOften } from './request-log.ts';

const opened = new WeakMap<IncomingMessage, OpenSpan>();

/** Starts the span of a request whose head was read, if requests are traced. */
export function beginRequestSpan(request: IncomingMessage): OpenSpan | undefined {
  const spans = spansNow();
  if (spans === undefined || isPolledOften(request.url)) return undefined;
  const span = spans.open(String(request.method), {
    kind: 'server',
    traceParent: request.headers.traceparent?.toString() ?? null,
    attributes: { 'http.request.method': String(request.method) },
  });
  // storing the span of each unsampled request would cost more than the sampling itself
  if (span.traceParent !== undefined) opened.set(request, span);
  return span;
}

/** The `traceparent` of the span of a request, if it has one. */
export function traceParentOf(request: FastifyRequest): string | undefined {
  return opened.get(request.raw)?.traceParent;
}

/**
 * Authorizations enter no span, as that slows down every promise of the process. Their batches get their `traceparent`
 * instead.
 */
function isAuthorization({ routeOptions: { url } }: FastifyRequest): boolean {
  return url?.endsWith(authorizeEcommerce.path) ?? false;
}

/** Runs the handlers of a request within its span, which ends with the answer. */
export function traceRequests(app: FastifyInstance): void {
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void) => {
    const span = opened.get(request.raw);
    if (span === undefined || isAuthorization(request)) done();
    else span.enter(done);
  };
  app.addHook('onRequest', enter);
  // callbacks after the body was read have lost the context
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
