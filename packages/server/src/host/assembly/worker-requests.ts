import { AggregatorRegistry } from 'prom-client';
import type { WorkerLink } from '../../platform/workers/worker-link.ts';
import type { MovableClock } from '../sandbox/index.ts';
import type { Metrics } from './observability/metrics.ts';

type MetricsJson = Parameters<typeof AggregatorRegistry.aggregate>[0];

/** Where this is one of several workers: what the others may ask it. */
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

/** What /metrics says: of all workers, where there are several. */
export function scrapeOf(link: WorkerLink | undefined, { registry }: Metrics): () => Promise<string> {
  if (link === undefined) return () => registry.metrics();
  return async () => AggregatorRegistry.aggregate((await link.queryAll('metrics')) as MetricsJson).metrics();
}
