import type { Warning } from '@cardwright/contract';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Prometheus metrics. Labels come from closed lists: operation ids, codes, rule names; never from a request. */
export interface Metrics {
  readonly registry: Registry;
  countWarnings(operation: string, warnings: readonly Warning[]): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const warnings = new Counter({
    name: 'cardwright_contract_warnings_total',
    help: 'Accepted deviations from the interface, by operation and rule',
    labelNames: ['operation', 'rule'],
    registers: [registry],
  });
  return {
    registry,
    countWarnings(operation, given) {
      for (const { rule } of given) warnings.inc({ operation, rule });
    },
  };
}

/** Counts requests and their time by operation and HTTP status. */
export function measureRequests(app: FastifyInstance, { registry }: Metrics): void {
  const duration = new Histogram({
    name: 'cardwright_request_duration_seconds',
    help: 'Time from the first byte to the answer, by operation and HTTP status',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const known = new Map<string, { observe(seconds: number): void }>();
  const of = (operation: string, status: number) => {
    const key = `${operation} ${status}`;
    const observer = known.get(key) ?? duration.labels({ operation, status: String(status) });
    known.set(key, observer);
    return observer;
  };
  app.addHook('onResponse', (request, reply, done) => {
    of(request.operationId ?? 'other', reply.statusCode).observe(reply.elapsedTime / 1000);
    done();
  });
}
