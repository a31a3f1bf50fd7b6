import type { QueueEntry } from '../batch/queue-entry.ts';
import type { Partners } from '../partner/call-partner.ts';
import type { PartnerRequest } from '../partner/partner-question.ts';

/** Messages that wait for the answer of a bank's own system. They are in no lane, and no lock is held for them. */
export interface PartnerRetry {
  call(entry: QueueEntry, request: PartnerRequest): void;
  count(): number;
  idle(): Promise<void>;
}

/** @param enqueue puts an entry into its lane again, like one that has just arrived; throws if there is no room */
export function retryWithPartner(partners: Pick<Partners, 'call'>, enqueue: (entry: QueueEntry) => void): PartnerRetry {
  const running = new Set<Promise<void>>();
  const callAndEnqueue = async (entry: QueueEntry, request: PartnerRequest) => {
    try {
      entry.partner = await partners.call(request);
      // otherwise its lane would count the time of the call as time in the queue, and refuse other messages
      entry.enqueuedAt = performance.now();
      if (!entry.isSettled()) enqueue(entry);
    } catch (error) {
      entry.reject(error);
    }
  };
  return {
    call(entry, request) {
      const one = callAndEnqueue(entry, request).finally(() => running.delete(one));
      running.add(one);
    },
    count: () => running.size,
    idle: async () => {
      await Promise.all(running);
    },
  };
}
