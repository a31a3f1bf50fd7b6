import { spansNow } from '../../../platform/kernel/spans.ts';
import type { LaneConnection } from './lane-connection.ts';
import type { QueueEntry } from './queue-entry.ts';

/** Runs a batch within a span of the traces of its messages, if requests are traced. */
export function traceBatch<T>(
  lane: Pick<LaneConnection, 'belongTo'>,
  entries: readonly QueueEntry[],
  work: () => Promise<T>,
): Promise<T> {
  const spans = spansNow();
  if (spans === undefined) return work();
  const traceParents = entries.flatMap(({ request }) => request.traceParent ?? []);
  const attributes = { 'cardwright.batch.messages': entries.length };
  return spans.together('decide batch', attributes, traceParents, (within) => {
    lane.belongTo(within);
    return work().finally(() => lane.belongTo(undefined));
  });
}
