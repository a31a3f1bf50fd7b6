import { AggregatorRegistry } from 'prom-client';
import type { WorkerLink } from '../../platform/workers/worker-link.ts';
import type { MovableClock } from '../sandbox/index.ts';
import type { Metrics } from './observability/metrics.ts';

type MetricsJson = Parameters<typeof AggregatorRegistry.aggregate>[0];

/** Registers the answers to requests of other workers, if this is one of several. */
export function registerWorkerRequests(
  link: WorkerLink | undefined,
  metrics: Metrics,
  movable: MovableClock | undefined,
): void {
  link?.answer({
    metrics: () => metrics.registry.getMetricsAsJSON(),
    clock: async () => movable?.reload(),
  });
}

/** Returns the source of /metrics, which combines all workers if there are several. */
export function scrapeOf(link: WorkerLink | undefined, { registry }: Metrics): () => Promise<string> {
  if (link === undefined) return () => registry.metrics();
  return async () => AggregatorRegistry.aggregate((await link.queryAll('metrics')) as MetricsJson).metrics();
}
