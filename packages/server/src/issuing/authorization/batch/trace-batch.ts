import { spansNow } from '../../../platform/kernel/spans.ts';
import type { LaneConnection } from './lane-connection.ts';
import type { PendingMessage } from './queue-entry.ts';

/** Runs a batch as a span of the traces of its messages, where requests are traced. */
export function traceBatch<T>(
  lane: Pick<LaneConnection, 'belongTo'>,
  messages: readonly PendingMessage[],
  work: () => Promise<T>,
): Promise<T> {
  const spans = spansNow();
  if (spans === undefined) return work();
  const traceParents = messages.flatMap(({ submission }) => submission.traceParent ?? []);
  const attributes = { 'cardwright.batch.messages': messages.length };
  return spans.together('decide batch', attributes, traceParents, (within) => {
    lane.belongTo(within);
    return work().finally(() => lane.belongTo(undefined));
  });
}
