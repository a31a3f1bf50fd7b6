import type { Attempt } from '../world/http-client.ts';
import type { Failover } from './failover-kinds.ts';

/** An outage as callers saw it, in milliseconds after the promotion. */
export interface Outage {
  readonly kind: string;
  /** The time until the first decided authorization. */
  readonly servedAgainMs: number;
  /** The time until the last failed authorization before the next failover. */
  readonly lastFailureMs: number;
  /** The time from the loss of the primary until the first decision. */
  readonly wholeMs: number;
}

const AUTHORIZATION = '/authorizations/Ecommerce';

export function outagesOf(failovers: readonly Failover[], attempts: readonly Attempt[]): Outage[] {
  const messages = attempts.filter(({ path }) => path.endsWith(AUTHORIZATION));
  return failovers.map(({ kind, harmedMs, promotedMs }, at) => {
    const untilMs = failovers[at + 1]?.harmedMs ?? Number.POSITIVE_INFINITY;
    const after = messages.filter(({ endedMs }) => endedMs >= promotedMs && endedMs < untilMs);
    const served = after.filter(({ status }) => status === 200).map(({ endedMs }) => endedMs);
    const failed = after.filter(({ status }) => status !== 200).map(({ endedMs }) => endedMs);
    const firstMs = Math.min(...served);
    return {
      kind,
      servedAgainMs: firstMs - promotedMs,
      lastFailureMs: Math.max(0, ...failed.map((endedMs) => endedMs - promotedMs)),
      wholeMs: firstMs - harmedMs,
    };
  });
}

/** The value that the given percentage of values does not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
